/** Connects the page to its fake. */
import type { Connection } from "./connection.ts";
import { connectInPage } from "./in-page.ts";
import { connectOverHttp } from "./over-http.ts";

/** The fake's server says in the page that it is there. Without one, the page runs its own fake. */
export async function connect(): Promise<Connection> {
  return document.documentElement.dataset.servedBy === "fake" ? connectOverHttp() : connectInPage();
}
