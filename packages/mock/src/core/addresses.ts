/** Where the parts of the service are. None ends with a slash. */
export interface Addresses {
  /** The external interface; ends with the version segment. */
  baseUrl: string;
  /** The campaign interface; its paths carry the version segment themselves. */
  campaignBaseUrl: string;
  /** The store to which recordings are uploaded. */
  storageUrl: string;
  /** Control of the fake itself; only the HTTP server has it. */
  controlUrl?: string;
}

/** Where the service is when nothing else is asked for. */
export const defaultAddresses: Addresses = {
  baseUrl: "https://api.call-analysis.test/v1",
  campaignBaseUrl: "https://campaigns.call-analysis.test",
  storageUrl: "https://storage.call-analysis.test",
};

/**
 * Brings addresses into the form in which requests carry them.
 *
 * @throws {TypeError} when one is no http or https address
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
