// The whole flow in an environment that looks like a page, and has signals and blobs of its own.
import { createMockService } from "@call-analysis/mock";
import { test } from "@call-analysis/mock/vitest";
import { CallAnalysis } from "@call-analysis/sdk";
import { expect } from "vitest";

export function testPage() {
  test("this looks like a page", () => {
    expect(document.body).toBeDefined();
  });

  test.for([
    ["a Blob", (bytes) => new Blob([bytes], { type: "audio/wav" })],
    ["a File", (bytes) => new File([bytes], "call.wav", { type: "audio/wav" })],
    ["bytes", (bytes) => bytes],
    ["a buffer", (bytes) => bytes.buffer],
  ])("the fixture's client takes %s through the whole flow", async ([, sourceOf], { sdk, service }) => {
    const [agent] = await sdk.agents.list();
    const [category] = await sdk.categories.list();
    const bytes = new Uint8Array(3_000).fill(7);
    const recording = { file: sourceOf(bytes), filename: "call.wav", memberId: agent.id, categoryId: category.id };
    const call = await sdk.calls.analyzeFile(recording, { signal: new AbortController().signal });
    expect(call.status).toBe("completed");
    const [{ recording: stored }] = service.db.uploads.list();
    expect(stored.sizeBytes).toBe(3_000);
    const read = await service.fetch(call.metadata.audioUrl);
    expect(new Uint8Array(await read.arrayBuffer())).toEqual(bytes);
  });

  test("an abort ends a request", async ({ sdk, service }) => {
    const gate = service.hold("listAgents");
    const controller = new AbortController();
    const listing = sdk.agents.list({ signal: controller.signal });
    await gate.reached();
    controller.abort();
    await expect(listing).rejects.toMatchObject({ name: "AbortError" });
  });

  test("a client of the test's own is refused unless it allows browsers", () => {
    const service = createMockService();
    const options = { ...service.clientOptions(), fetch: service.fetch };
    expect(() => new CallAnalysis(options)).toThrow(/dangerouslyAllowBrowser/);
  });
}
