import type { ServiceResponse } from "../../core/message.js";
import { type Html, html } from "./html.js";
import type { ListedCall, ListedOrganization, Overview } from "./overview.js";
import { pageStyle } from "./page-style.js";

/** The page for people: what this is, where it is, what is in it, and how to use it. */
export function pageText(overview: Overview): string {
  const { addresses, organizations, now } = overview;
  return document(html`<section>
<h2>Addresses</h2>
<dl>
<dt>External interface</dt><dd><code>${addresses.baseUrl}</code></dd>
<dt>Campaign interface</dt><dd><code>${addresses.campaignBaseUrl}</code></dd>
<dt>Recordings</dt><dd><code>${addresses.storageUrl}</code></dd>
<dt>Control</dt><dd><code>${addresses.controlUrl ?? ""}</code></dd>
<dt>Service time</dt><dd><time datetime="${now}">${readable(now)} UTC</time></dd>
</dl>
</section>
${organizations.map(organizationSection)}
${usage(overview)}`);
}

/** The page for people who have sent no token: it has no data. */
export function lockedPageText(): string {
  return document(html`<section>
<h2>A token is needed</h2>
<p>This server was started with <code>--admin-token</code>. Send the token as <code>x-admin-token</code> to see its data
and to control it:</p>
<pre>curl -H "x-admin-token: TOKEN" ADDRESS/__mock__/state</pre>
</section>`);
}

/** A page as a response: nothing of it comes from elsewhere, and no other page may frame it. */
export function pageResponse(body: string): ServiceResponse {
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "cache-control": "no-store",
  };
  return { status: 200, headers, body };
}

function document(content: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Call Analysis Service (fake)</title>
<style>${pageStyle}</style>
</head>
<body>
<header>
<h1>Call Analysis Service <small>fake</small></h1>
<p>The whole service in memory, for tests and demonstrations. Analyses are made up, and nothing leaves this machine.</p>
</header>
<main>
${content}
</main>
</body>
</html>
`.toString();
}

function organizationSection({ name, agents, categories, campaigns, callCount, calls }: ListedOrganization): Html {
  return html`<section>
<h2>${name}</h2>
<p>${counted(agents, "active agent")}, ${counted(callCount, "call")}.</p>
${named("Categories", categories)}
${named("Campaigns", campaigns)}
${calls.length === 0 ? html`<p class="empty">No calls yet.</p>` : callTable(calls, callCount)}
</section>
`;
}

function named(title: string, rows: readonly { id: string; name: string }[]): Html {
  if (rows.length === 0) return html``;
  return html`<h3>${title}</h3>
<ul>${rows.map(({ id, name }) => html`<li>${name} <code>${id}</code></li>`)}</ul>`;
}

function callTable(calls: readonly ListedCall[], callCount: number): Html {
  const rest = callCount > calls.length ? html`<p>The latest ${calls.length} of ${callCount}.</p>` : html``;
  return html`<h3>Calls</h3>${rest}
<div class="scroll"><table>
<thead><tr><th>Call</th><th>Status</th><th>Agent</th><th>Category</th><th>Date (UTC)</th></tr></thead>
<tbody>${calls.map(callLine)}</tbody>
</table></div>`;
}

function callLine({ id, status, agentName, categoryName, createdAt, failureReason }: ListedCall): Html {
  const reason = failureReason === null ? html`` : html`<br><small>${failureReason}</small>`;
  return html`<tr><td><code>${id}</code></td><td><span class="status ${status}">${status}</span>${reason}</td><td>${agentName}</td>
<td>${categoryName}</td><td><time datetime="${createdAt}">${readable(createdAt)}</time></td></tr>`;
}

function usage({ addresses: { baseUrl, controlUrl = "" } }: Overview): Html {
  return html`<section>
<h2>How to use it</h2>
<p>Send a key of the flag <code>--key</code>, by default <code>test-key</code>:</p>
<pre>curl -H "Authorization: Bearer test-key" ${baseUrl}/agents</pre>
<p>Point a client at it:</p>
<pre>CALL_ANALYSIS_BASE_URL=${baseUrl} CALL_ANALYSIS_API_KEY=test-key npm test</pre>
<p>Look after it; with <code>--admin-token</code>, send the token as <code>x-admin-token</code>:</p>
<pre>curl -X POST ${controlUrl}/reset
curl -X POST ${controlUrl}/clock/advance -d '{"ms": 60000}'
curl -X POST ${controlUrl}/engine/rules -d '{"match": {"udfs": {"vip": true}}, "complete": {"score": 95}}'
curl -X POST ${controlUrl}/calls/CALL_ID/fail -d '{"reason": "The recording is silent."}'
curl ${controlUrl}/state &gt; state.json</pre>
</section>`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** `2026-01-31T10:00:00.000Z` as `2026-01-31 10:00`. */
function readable(timestamp: string): string {
  return timestamp.slice(0, 16).replace("T", " ");
}
