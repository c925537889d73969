/** Which proxy to the real service was chosen in this browser. */

const storageKey = "call-analysis-console:proxy";

/** Where the proxy is, as it was entered in this browser; null for none. */
export function chosenProxy(): string | null {
  return localStorage.getItem(storageKey);
}

/** Uses a proxy from the next load of the page on; null for none. */
export function chooseProxy(address: string | null): void {
  if (address === null) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, address);
}
