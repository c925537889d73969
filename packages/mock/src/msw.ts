/** The door for MSW: handlers that give requests to a service. For msw 2.10 and later, and for 3. */
import { type HttpHandler, http } from "msw";
import type { MockService } from "./service.js";

/**
 * Handlers for every address of a service.
 *
 * @example
 * const service = createMockService();
 * const server = setupServer(...createHandlers(service));
 */
export function createHandlers(service: MockService): HttpHandler[] {
  const { baseUrl, campaignBaseUrl, storageUrl } = service.addresses;
  const addresses = [...new Set([baseUrl, campaignBaseUrl, storageUrl])];
  return addresses.map((address) => http.all(`${address}/*`, ({ request }) => service.fetch(request)));
}
