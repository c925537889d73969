/** The admin token of the fake, which the printed address has behind `#token=`. */

const storageKey = "call-analysis-console:admin-token";

/**
 * Moves a token from the address into this tab's storage, so that it is in no history and no copied address.
 *
 * @returns the token that this tab has; undefined for none
 */
export function takeAdminToken(): string | undefined {
  const [, encoded] = /^#token=([^&]*)/.exec(location.hash) ?? [];
  if (encoded !== undefined) {
    keepAdminToken(decodeURIComponent(encoded));
    history.replaceState(null, "", `${location.pathname}${location.search}#/calls`);
  }
  return sessionStorage.getItem(storageKey) ?? undefined;
}

/** Keeps a token until the tab is closed. */
export function keepAdminToken(token: string): void {
  sessionStorage.setItem(storageKey, token);
}
