/** A page's client works against the proxy as it does against the service. */
import { expect, test } from "vitest";
import { documentedOperations } from "../../../contract-tests/src/contract/openapi-document.ts";
import { methods } from "../../../contract-tests/test/client/methods.ts";
import { callOf, startProxiedMock } from "./proxy-server.ts";

const isDeletion = ({ method }: { method: string }) => Number(method === "DELETE");

test("every operation goes through, with its body and the service's status", async () => {
  const { service, proxy } = await startProxiedMock();
  const sdk = proxy.clientOf("asha");
  const call = await callOf(proxy);
  const { id } = await sdk.agents.create({ name: "Ravi", email: "ravi@example.com" });
  const { callId } = await sdk.calls.create(call);
  const path = { id, callId, categoryId: call.categoryId, campaign_id: service.db.campaigns.list()[0]?.id ?? "" };
  const deletesLast = [...documentedOperations].sort((one, other) => isDeletion(one) - isDeletion(other));
  for (const { operationId: operation, success, requestExample } of deletesLast) {
    const body = operation === "createCall" ? { ...call, date: "2026-01-12" } : requestExample;
    await methods[operation].call(sdk, { path, body: { ...body } });
    const content = operation === "createCall" ? expect.anything() : (requestExample ?? null);
    const entry = { status: success.status, request: { content } };
    expect(service.journal.entries().findLast((each) => each.operation === operation)).toMatchObject(entry);
  }
});
