import type { Paths } from "../api/route.js";
import type { Overview } from "./page/overview.js";
import { pageText } from "./page/page.js";

export type { Overview } from "./page/overview.js";

const headers = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  "cache-control": "no-store",
};

/** The page for people. */
export function pagePaths(overview: () => Overview): Paths {
  return {
    "/": { GET: { access: "control", answer: () => ({ status: 200, headers, body: pageText(overview()) }) } },
  };
}
