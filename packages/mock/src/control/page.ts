/** What stands at the control interface's address where the web console was not built. */
import type { ServiceResponse } from "../core/message.js";

const style = `body { max-width: 40rem; margin: 10vh auto; padding: 0 1rem; font: 16px/1.6 system-ui, sans-serif; color-scheme: light dark }
code { font: 14px ui-monospace, monospace }`;

const text = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Call Analysis Service (fake)</title>
<style>${style}</style>
</head>
<body>
<h1>The web console is not here</h1>
<p>This is the control interface of a fake Call Analysis Service. The fake runs from its sources, or inside a program, so
its web console was not built with it. The installed command serves it: <code>npx call-analysis-mock</code>.</p>
<p>Everything that the console shows can also be read over HTTP, such as <a href="calls">the calls</a>,
<a href="journal">the requests</a> and <a href="state">the whole state</a>.</p>
</body>
</html>
`;

/** A page that says what to do. It has no data, so it needs no token. */
export function pageWithoutConsole(): ServiceResponse {
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "cache-control": "no-store",
  };
  return { status: 200, headers, body: text };
}
