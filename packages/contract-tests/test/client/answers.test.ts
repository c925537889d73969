import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type OperationId, operationOf } from "../../src/contract/openapi-document.ts";
import { capturingClient } from "./captured.ts";
import { answerOf, inputOf } from "./generated-input.ts";
import { methods } from "./methods.ts";

const operations = Object.keys(methods) as OperationId[];

/** What a method gives for an answer; the whole JSON unless the document wraps it. */
function expectedOf(operation: OperationId, answer: unknown): unknown {
  const { data } = answer as { data: object };
  switch (operation) {
    case "deleteAgent":
      return undefined;
    case "addProspect":
      return answer;
    case "updateAgent":
      return { ...data, id: Reflect.get(data, "memberId") };
    default:
      return data;
  }
}

/** What a method gives when the service answers with a status and JSON. */
async function resultOf(operation: OperationId, status: number, answer: unknown): Promise<unknown> {
  const { sdk } = capturingClient(() => Response.json(answer, { status }));
  const [input] = fc.sample(inputOf(operation), 1);
  if (!input) throw new Error("No input was generated.");
  return methods[operation].call(sdk, input);
}

describe("whatever answer the document allows", () => {
  test.each(operations)("%s gives it with every field, those that the document lacks included", async (operation) => {
    const { success } = operationOf(operation);
    const answers = answerOf(operation).filter((answer) => !isRefusedDeletion(operation, answer));
    const property = fc.asyncProperty(answers, async (answer) => {
      const json: unknown = JSON.parse(JSON.stringify(answer));
      expect(await resultOf(operation, success.status, json)).toEqual(expectedOf(operation, json));
    });
    await fc.assert(property, { numRuns: 25 });
  });

  test.each(operations)("%s rejects when it is an error of any status, with the status", async (operation) => {
    const property = fc.asyncProperty(fc.integer({ min: 400, max: 599 }), fc.jsonValue(), async (status, body) => {
      const error: unknown = await resultOf(operation, status, body).catch((reason: unknown) => reason);
      const api = operation === "createCall" && isUncertain(status) ? Reflect.get(Object(error), "cause") : error;
      expect(api).toMatchObject({ name: expect.stringMatching(/Error$/), status });
    });
    await fc.assert(property, { numRuns: 25 });
  });
});

test("deleteAgent rejects an answer that does not say success: true", async () => {
  const [answer] = fc.sample(
    answerOf("deleteAgent").filter((one) => isRefusedDeletion("deleteAgent", one)),
    1,
  );
  await expect(resultOf("deleteAgent", 200, answer)).rejects.toMatchObject({ code: expect.any(String) });
});

function isRefusedDeletion(operation: OperationId, answer: unknown): boolean {
  return operation === "deleteAgent" && Reflect.get(Object(answer), "success") !== true;
}

/** After these nothing tells whether the call was created. */
function isUncertain(status: number): boolean {
  return status === 408 || status >= 500;
}
