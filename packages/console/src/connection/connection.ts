/** How the page reaches the fake, and what every page of the console is given of it. */
import { CallAnalysis } from "@call-analysis/sdk";
import { createContext, useContext } from "react";
import type { Control, ControlledOrganization } from "./control.ts";

/** A connection to the fake. */
export interface Connection {
  /** Whether a server has the fake, or the page itself. */
  kind: "fake" | "in page";
  /** Reads the data of the fake and leaves no trace: use it for whatever is only looked at. */
  view: CallAnalysis;
  /** Acts as a client: its requests meet faults and gates, count as polls, and are in the journal. */
  client: CallAnalysis;
  /** Drives the fake. */
  control: Control;
  organization: Pick<ControlledOrganization, "id" | "name" | "campaigns">;
  organizations: readonly Pick<ControlledOrganization, "id" | "name">[];
}

/** The addresses of a fake, and how it is reached. */
export interface ClientsOptions {
  control: Control;
  /** The external interface. */
  baseUrl: string;
  campaignBaseUrl: string;
  apiKey: string;
  /** Undefined for the page's own. */
  fetch: typeof globalThis.fetch | undefined;
}

/** In a fake, calls end within seconds; whoever watches one wants to see it. */
const poll = { initialDelayMs: 400, intervalMs: 800, factor: 1.25, maxIntervalMs: 2_000 };

/** The two clients of a fake: one that looks, and one that acts. */
export function clientsOf({ control, baseUrl, campaignBaseUrl, apiKey, fetch }: ClientsOptions) {
  const shared = {
    apiKey,
    ...(fetch === undefined ? {} : { fetch }),
    headers: control.headers,
    // The fake's keys are made up, and a fake in another container has no certificate.
    dangerouslyAllowBrowser: true,
    dangerouslyAllowHttp: true,
    logLevel: "off" as const,
  };
  return {
    view: new CallAnalysis({ ...shared, baseUrl: `${control.url}/view/v1` }),
    client: new CallAnalysis({ ...shared, baseUrl, campaignBaseUrl, poll }),
  };
}

/** Provides the connection to the pages. */
export const ConnectionContext = createContext<Connection | null>(null);

/** The connection. Every page is rendered inside one. */
export function useConnection(): Connection {
  const connection = useContext(ConnectionContext);
  if (!connection) throw new Error("useConnection() is for components inside a ConnectionContext.");
  return connection;
}

/** The control interface of the fake. */
export function useControl(): Control {
  return useConnection().control;
}
