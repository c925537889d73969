/** A fake behind a port whose answers are changed on their way, and a call of it that exists. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import type { MockServiceOptions } from "@call-analysis/mock";
import { CallAnalysis } from "@call-analysis/sdk";
import { onTestFinished } from "vitest";
import { type ServedService, startService, wavBytes } from "./command.ts";

export type ReadOperation = "listAgents" | "listCategories" | "getCategory" | "getCallAnalysis";

/** What becomes of an answer. */
export type Plant = (answer: Response, operation: ReadOperation) => Response | "hang" | Promise<Response | "hang">;

/** A service with a planted departure. */
export interface PlantedService extends Pick<ServedService, "service" | "env"> {
  /** Of a call that was created before. */
  callId: string;
  /** How many requests came that were no GET. */
  changes(): number;
}

/** Starts it with the default of every policy, but for what the options change: the demo sets one. */
export async function startPlanted(
  plant: Plant,
  { policies, ...options }: MockServiceOptions = {},
): Promise<PlantedService> {
  const given = { ...options, policies: { undocumentedFields: "null", ...policies } } as const;
  const { service, env, memberId, categoryId } = await startService(given);
  const { baseUrl, apiKey } = service.clientOptions();
  const client = new CallAnalysis({ baseUrl, apiKey });
  const { callId } = await client.calls.submitFile({ file: wavBytes(), filename: "call.wav", memberId, categoryId });
  let changes = 0;
  const server = createServer(async ({ method = "", url = "", headers }, response) => {
    if (method !== "GET") changes += 1;
    const answer = await fetch(new URL(url, baseUrl), {
      method,
      headers: { authorization: headers.authorization ?? "" },
    }).catch(() => undefined);
    // The fake ends with its test, also while a request of a run that is over is under way.
    if (!answer) return response.destroy();
    const planted = await plant(answer, operationOf(url));
    if (planted !== "hang") send(planted, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const planted = { ...env, CALL_ANALYSIS_BASE_URL: `http://127.0.0.1:${port}/v1` };
  return { service, env: planted, callId, changes: () => changes };
}

function operationOf(url: string): ReadOperation {
  if (url.endsWith("/agents")) return "listAgents";
  if (url.endsWith("/analysis")) return "getCallAnalysis";
  return url.endsWith("/categories") ? "listCategories" : "getCategory";
}

function send(answer: Response, response: ServerResponse): void {
  const {
    "content-encoding": _coded,
    "content-length": _length,
    "transfer-encoding": _framed,
    "x-encoding": encoding,
    ...headers
  } = Object.fromEntries(answer.headers);
  // A Response would encode nothing, and decode by this header.
  response.writeHead(answer.status, { ...headers, ...(encoding && { "content-encoding": encoding }) });
  if (!answer.body) response.end();
  else
    Readable.fromWeb(answer.body as never)
      .on("error", () => response.destroy())
      .pipe(response);
}

/** Changes the JSON of one operation's answers, at a path such as `data[].id`; undefined takes a field away. */
export function changing(operation: ReadOperation, path: string, change: (value: unknown) => unknown): Plant {
  const steps = path.replaceAll("[]", ".[]").split(".").filter(Boolean);
  return async (answer, of) => {
    if (of !== operation || !answer.ok) return answer;
    return Response.json(changedAt(await answer.json(), steps, change), answer);
  };
}

/** Gives one operation another answer. */
export function answering(operation: ReadOperation, other: () => Response | "hang"): Plant {
  return (answer, of) => (of === operation ? other() : answer);
}

function changedAt(value: unknown, [step, ...rest]: readonly string[], change: (value: unknown) => unknown): unknown {
  if (step === undefined) return change(value);
  if (step === "[]") return (value as unknown[]).map((item) => changedAt(item, rest, change));
  const { [step]: child, ...others } = value as Record<string, unknown>;
  const changed = changedAt(child, rest, change);
  return changed === undefined ? others : { ...others, [step]: changed };
}
