import { ApiError, UnprocessableEntityError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { callInput } from "../support/samples.ts";
import { empty, halfBody, html, json } from "../support/scripted-responses.ts";
import { startScriptedService } from "../support/scripted-service.ts";
import { clientOf } from "../support/test-client.ts";

async function errorFor(scripted: ReturnType<typeof json>) {
  const service = await startScriptedService(scripted);
  const sdk = clientOf(service, { campaignBaseUrl: service.origin });
  return rejectionOf(sdk.campaigns.addProspect("spring", { name: "Ravi" }), ApiError);
}

test.each([
  ["FastAPI's detail", { detail: "Campaign not found" }, "Campaign not found"],
  ["message", { message: "no" }, "no"],
  ["error.message", { error: { code: 7, message: "no" } }, "no"],
])("the message of an error body is found in %s", async (_name, body, sentence) => {
  const error = await errorFor(json(404, body));
  expect(error.message).toContain(`: 404 (${sentence}). `);
  expect(error.body).toEqual(body);
  expect(error.fieldErrors).toEqual([]);
});

test("FastAPI's detail as a list becomes fieldErrors, and the message names them", async () => {
  const detail = [
    { type: "missing", loc: ["body", "phone"], msg: "Field required", ctx: {} },
    { type: "string_type", loc: ["body", "tags", 0], msg: "Input should be a valid string" },
  ];
  const error = await errorFor(json(422, { detail }));
  expect(error.fieldErrors).toEqual([
    { path: "body.phone", message: "Field required" },
    { path: "body.tags.0", message: "Input should be a valid string" },
  ]);
  expect(error.message).toContain("422 (body.phone: Field required; body.tags.0: Input should be a valid string). ");
});

test("refused fields are found in error.fields too, and items of another shape are left out", async () => {
  const fields = [{ path: "email", message: "is taken" }, null, "no", { message: "no place" }, { path: "name" }];
  const error = await errorFor(json(400, { error: { fields } }));
  expect(error.fieldErrors).toEqual([{ path: "email", message: "is taken" }]);
});

test("an HTML body stays a text, and is not in the message", async () => {
  const error = await errorFor(html(502));
  expect(error.body).toBe("<!doctype html><h1>Bad gateway</h1>");
  expect(error.message).toMatch(/: 502\. Try again later\.$/);
});

test("an empty body is undefined", async () => {
  const error = await errorFor(empty(401));
  expect(error.body).toBeUndefined();
  expect(error.message).toMatch(/: 401\. Check apiKey/);
});

test.each([null, 7, true, "no", []])("a body that is %j alone is an error like any other", async (body) => {
  expect((await errorFor(json(400, body))).body).toEqual(body);
});

test("a long message of the service is cut in the error's message, and complete in the body", async () => {
  const error = await errorFor(json(400, { detail: "x".repeat(5_000) }));
  expect(error.message.length).toBeLessThan(400);
  expect(error.body).toEqual({ detail: "x".repeat(5_000) });
});

test("an error response whose body breaks off has its status, and the call is known not to be created", async () => {
  const service = await startScriptedService(halfBody(422, { detail: "the category does not exist" }));
  const error = await rejectionOf(clientOf(service).calls.create(callInput), UnprocessableEntityError);
  expect(error.body).toBe('{"detail":"the categ');
  expect(service.requests).toHaveLength(1);
});
