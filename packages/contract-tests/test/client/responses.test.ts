import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type OperationId, operationOf } from "../../src/contract/openapi-document.ts";
import { capturingClient } from "./captured.ts";
import { inputOf, responseBodyOf } from "./generated-input.ts";
import { methods } from "./methods.ts";

const operations = Object.keys(methods) as OperationId[];

/** What a method returns for a response's body: its `data`, or the whole body where the document has no wrapper. */
function expectedOf(operation: OperationId, body: unknown): unknown {
  const { data } = body as { data: object };
  switch (operation) {
    case "deleteAgent":
      return undefined;
    case "addProspect":
      return body;
    case "updateAgent":
      return { ...data, id: Reflect.get(data, "memberId") };
    case "getCallAnalysis":
      // A call that has an analysis has metadata in any case.
      return Reflect.get(data, "analysis") ? { ...data, metadata: Reflect.get(data, "metadata") ?? {} } : data;
    default:
      return data;
  }
}

/** What a method returns when the service responds with a status and JSON. */
async function resultOf(operation: OperationId, status: number, body: unknown): Promise<unknown> {
  const { sdk } = capturingClient(() => Response.json(body, { status }));
  const [input] = fc.sample(inputOf(operation), 1);
  if (!input) throw new Error("No input was generated.");
  const asked = operation === "getCallAnalysis" ? { ...input, path: { callId: callIdOf(body) } } : input;
  return methods[operation].call(sdk, asked);
}

/** The client takes the analysis of the call that it asked for, and no other. */
function callIdOf(body: unknown): string {
  const callId: unknown = (body as { data?: { callId?: unknown } } | null)?.data?.callId;
  return typeof callId === "string" && callId !== "" ? callId : "call_1";
}

/** The client sends recordings to https addresses only, and the document allows any. */
function withHttps(operation: OperationId, body: unknown): unknown {
  if (operation !== "createUploadUrl") return body;
  const { data } = body as { data: { presignedUrl: string } };
  return { ...(body as object), data: { ...data, presignedUrl: data.presignedUrl.replace(/^http:/, "https:") } };
}

describe("for every response that the document allows", () => {
  test.each(operations)(
    "%s returns it with every field, even those that are not in the document",
    async (operation) => {
      const { success } = operationOf(operation);
      const bodies = responseBodyOf(operation).filter((body) => !isFailedDeletion(operation, body));
      const property = fc.asyncProperty(bodies, async (body) => {
        const json = withHttps(operation, JSON.parse(JSON.stringify(body)));
        expect(await resultOf(operation, success.status, json)).toEqual(expectedOf(operation, json));
      });
      await fc.assert(property, { numRuns: 25 });
    },
  );

  test.each(operations)("%s rejects with the status when it is an error of any status", async (operation) => {
    const property = fc.asyncProperty(fc.integer({ min: 400, max: 599 }), fc.jsonValue(), async (status, body) => {
      const error: unknown = await resultOf(operation, status, body).catch((reason: unknown) => reason);
      const api = operation === "createCall" && isUncertain(status) ? Reflect.get(Object(error), "cause") : error;
      expect(api).toMatchObject({ name: expect.stringMatching(/Error$/), status });
    });
    await fc.assert(property, { numRuns: 25 });
  });
});

test("deleteAgent rejects a response that does not say success: true", async () => {
  const [body] = fc.sample(
    responseBodyOf("deleteAgent").filter((one) => isFailedDeletion("deleteAgent", one)),
    1,
  );
  await expect(resultOf("deleteAgent", 200, body)).rejects.toMatchObject({ code: expect.any(String) });
});

function isFailedDeletion(operation: OperationId, body: unknown): boolean {
  return operation === "deleteAgent" && Reflect.get(Object(body), "success") !== true;
}

/** With these statuses it is uncertain whether the call was created. */
function isUncertain(status: number): boolean {
  return status === 408 || status >= 500;
}
