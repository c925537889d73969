/** Connects to the fake that served this page. */
import { takeAdminToken } from "./admin-token.ts";
import { type Connection, clientsOf } from "./connection.ts";
import { Control } from "./control.ts";
import { chosenOrganization } from "./organization.ts";

/** @throws {ControlError} with status 403 when the fake wants another admin token */
export async function connectOverHttp(): Promise<Connection> {
  const adminToken = takeAdminToken();
  // The page is at `…/__mock__/`, and the interfaces are beside it.
  const url = new URL(".", location.href).href.replace(/\/$/, "");
  const root = url.replace(/\/__mock__$/, "");
  // Looked up when it is called, and called as a function of the window.
  const control = new Control({ url, fetch: (input, init) => globalThis.fetch(input, init), adminToken });
  const organizations = await control.organizations();
  const organization = chosenOrganization(organizations);
  const addresses = { baseUrl: `${root}/v1`, campaignBaseUrl: root };
  const clients = clientsOf({ control, ...addresses, apiKey: organization.key, fetch: undefined });
  return { kind: "fake", control, organization, organizations, ...clients };
}
