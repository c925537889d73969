/** The base addresses of the service. None ends with a slash. */
export interface Addresses {
  /** The external interface; ends with the version segment. */
  baseUrl: string;
  /** The campaign interface; its paths carry the version segment themselves. */
  campaignBaseUrl: string;
  /** The storage that recordings are uploaded to. */
  storageUrl: string;
  /** The control interface of the fake; only the HTTP server has one. */
  controlUrl?: string;
}

/** The addresses of a service for which none are given. */
export const defaultAddresses: Addresses = {
  baseUrl: "https://api.call-analysis.test/v1",
  campaignBaseUrl: "https://campaigns.call-analysis.test",
  storageUrl: "https://storage.call-analysis.test",
};

/**
 * Brings addresses into the form that request addresses have: normalized, and without a slash at the end.
 *
 * @throws {TypeError} when one is not an http or https address
 */
export function checkAddresses({ baseUrl, campaignBaseUrl, storageUrl, controlUrl }: Addresses): Addresses {
  return {
    baseUrl: checkAddress("baseUrl", baseUrl),
    campaignBaseUrl: checkAddress("campaignBaseUrl", campaignBaseUrl),
    storageUrl: checkAddress("storageUrl", storageUrl),
    ...(controlUrl === undefined ? {} : { controlUrl: checkAddress("controlUrl", controlUrl) }),
  };
}

function checkAddress(option: string, address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol === "http:" || url?.protocol === "https:")
    return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
  throw new TypeError(`${option} is "${address}", and must be an http or https address.`);
}
