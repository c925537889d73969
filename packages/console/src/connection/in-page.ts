/** Runs the fake inside this page, for hosts that serve nothing but files. It lasts until the page is left or loaded again. */
import { config } from "zod/v4/core";
import { type Connection, clientsOf } from "./connection.ts";
import { Control } from "./control.ts";
import { chosenOrganization } from "./organization.ts";

const origin = "https://fake.in-page.test";

const addresses = { baseUrl: `${origin}/v1`, campaignBaseUrl: origin };
const controlUrl = `${origin}/__mock__`;

/** Calls go on by the clock, which has a place on every page. */
const progression = { mode: "time", processingMs: 4_000, pendingMs: 6_000 } as const;

/** Connects to the fake of this page, which is started when it is first needed. */
export async function connectInPage(): Promise<Connection> {
  started ??= startFake();
  const { fetch } = await started;
  const control = new Control({ url: controlUrl, fetch });
  const organizations = await control.organizations();
  const organization = chosenOrganization(organizations);
  const clients = clientsOf({ control, ...addresses, apiKey: organization.key, fetch });
  return { kind: "in page", control, organization, organizations, ...clients };
}

let started: ReturnType<typeof startFake> | undefined;

async function startFake() {
  // Before its schemas are made: the page's policy forbids the code that they would compile, and the browser reports the attempt.
  config({ jitless: true });
  // Only a page without a server needs the whole fake.
  const { createMockService } = await import("@call-analysis/mock");
  return createMockService({ ...addresses, storageUrl: `${origin}/storage`, controlUrl, progression });
}
