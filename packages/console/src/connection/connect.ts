/** Connects the page to its service. */

import { chosenProxy } from "./chosen-proxy.ts";
import type { Connection } from "./connection.ts";
import { finishForgetting } from "./forget.ts";
import { connectInPage } from "./in-page.ts";
import { connectOverHttp } from "./over-http.ts";

/**
 * A proxy that was chosen in this browser leads to the real service. Else, the fake's server says in the page that it is
 * there. Without one, the page runs its own fake.
 */
export async function connect(): Promise<Connection> {
  await finishForgetting();
  const proxy = chosenProxy();
  if (proxy !== null) return (await import("./live.ts")).connectLive(proxy);
  return document.documentElement.dataset.servedBy === "fake" ? connectOverHttp() : connectInPage();
}
