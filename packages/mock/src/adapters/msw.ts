/** The door for MSW: handlers that give requests to a service. For msw 2.10 and later, and for 3. */
import { type HttpHandler, HttpResponse, http } from "msw";
import { adapterOf, type MockService } from "../service.js";
import { incomingOf } from "./fetch.js";
import { responseOf } from "./to-response.js";

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
  return addresses.map((address) => http.all(`${address}/*`, ({ request }) => answerTo(request, service)));
}

/** What is none of the service's is left to other handlers. An aborted request needs no answer, and gets an error. */
async function answerTo(request: Request, service: MockService): Promise<Response | undefined> {
  const { method, signal } = request;
  try {
    const answer = await adapterOf(service).handle(incomingOf(request));
    return answer && (await responseOf(answer, { method, signal, networkError }));
  } catch (error) {
    if (signal.aborted) return networkError();
    throw error;
  }
}

function networkError(): Response {
  return HttpResponse.error();
}
