import type { JournalEntry } from "@call-analysis/mock";
import { Expression, literal, visibleJson } from "./literal.ts";
import { bodyText, clientCall, isTyped, objectBody, pathId, takesKey } from "./recorded-request.ts";

const apiKey = 'process.env.CALL_ANALYSIS_API_KEY ?? "test-key"';

/** Plain http is for this machine; elsewhere the client wants to be told. */
const loopback = /^http:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:|\/|$)/;

/**
 * The request as a program with the typed client, or with `fetch` where the client would not send it.
 *
 * @param root where the fake is, without a slash at the end
 */
export function sdkCode(entry: JournalEntry, root: string): string {
  if (entry.operation === "uploadRecording") return `${clientCode(root, apiKey)}${uploadCode(entry)}`;
  // A key that was not known is not in the journal: any unknown one stands for it.
  const key = entry.organizationId === null ? '"unknown-key"' : apiKey;
  return isTyped(entry) ? `${clientCode(root, key)}${typedCode(entry)}` : fetchCode(entry, new URL(root).origin);
}

function clientCode(root: string, key: string): string {
  const options = {
    apiKey: new Expression(key),
    baseUrl: `${root}/v1`,
    campaignBaseUrl: root,
    ...(root.startsWith("http://") && !loopback.test(root) && { dangerouslyAllowHttp: true }),
  };
  return `import { CallAnalysis } from "@call-analysis/sdk";\n\nconst sdk = new CallAnalysis(${literal(options)});\n\n`;
}

function typedCode(entry: JournalEntry): string {
  const call = clientCall(entry, {
    client: "sdk",
    id: visibleJson(pathId(entry)),
    body: literal(objectBody(entry) ?? {}),
  });
  if (entry.operation === "deleteAgent") return `await ${call};\n`;
  return `const result = await ${call};\nconsole.log(result);\n`;
}

/** The journal does not have the recording. */
function uploadCode({ request: { contentType } }: JournalEntry): string {
  const options = contentType === null ? "" : `, ${literal({ contentType })}`;
  return `const recording = await sdk.calls.upload({ path: "recording.wav" }${options});\nconsole.log(recording.publicUrl);\n`;
}

function fetchCode(entry: JournalEntry, origin: string): string {
  const { method, path, request } = entry;
  const options = {
    method,
    headers: {
      ...(takesKey(entry) &&
        entry.organizationId !== null && { Authorization: new Expression(`\`Bearer \${${apiKey}}\``) }),
      ...(request.contentType !== null && { "Content-Type": request.contentType }),
    },
    ...bodyOption(entry),
  };
  const note = request.isCut ? "// The journal has only the beginning of the body.\n" : "";
  const call = `const response = await fetch(${visibleJson(`${origin}${path}`)}, ${literal(options)});\n`;
  // Without an import or an export it would be no module, and could not await.
  return `${note}${call}console.log(response.status, await response.text());\n\nexport {};\n`;
}

/** How `fetch` is given the body: JSON as a value, a text as it is. */
export function bodyOption(entry: JournalEntry): { body?: Expression | string } {
  const text = bodyText(entry);
  if (text === null || entry.method === "GET" || entry.method === "HEAD") return {};
  const isText = typeof entry.request.content === "string";
  return { body: isText ? text : new Expression(`JSON.stringify(${literal(entry.request.content, "  ")})`) };
}
