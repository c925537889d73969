/** The nonce that the page's content security policy allows styles by; empty where the server sets no policy. */
export function pageNonce(): string {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? "";
  // A static host leaves the placeholder of the build in its place.
  return nonce === "__CSP_NONCE__" ? "" : nonce;
}
