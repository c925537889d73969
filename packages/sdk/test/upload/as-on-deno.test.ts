/** The upload's tests once more, with the sender that is used on Deno. */
import { afterAll, beforeEach, expect, vi } from "vitest";
import { senderFor } from "../../src/upload/put.js";
import { nodeHttpSender } from "../../src/upload/send-by-node-http.js";
import { json, test } from "./recording-service.js";
import { wavBytes } from "./recordings.js";

const versions = { ...process.versions, deno: "2.9.6" };
const onDeno = new Proxy(process, {
  get: (target, name) => (name === "versions" ? versions : Reflect.get(target, name, target)),
});

beforeEach(() => {
  vi.stubGlobal("process", onDeno);
});

afterAll(() => {
  vi.unstubAllGlobals();
});

test("on Deno recordings go by node:http, unless the caller has its own fetch", () => {
  expect(senderFor({ hasOwnFetch: false, wantsProgress: false })).toBe(nodeHttpSender);
  expect(senderFor({ hasOwnFetch: true, wantsProgress: false })).not.toBe(nodeHttpSender);
});

test("on Deno an https address is reached by TLS", async ({ service }) => {
  service.answer(
    "grants",
    json(200, {
      data: {
        key: "k",
        presignedUrl: `${service.url.replace("http:", "https:")}/store/k`,
        publicUrl: "https://store.test/k",
      },
    }),
  );
  const upload = service.client({ retry: false }).calls.upload(wavBytes());
  await expect(upload).rejects.toMatchObject({ name: "ConnectionError", stage: "upload" });
  expect(service.puts).toHaveLength(0);
});

// A file that this process has run already is imported again, so that its tests are here, too.
vi.resetModules();
await import("./signed-put.test.js");
await import("./repeated-put.test.js");
await import("./limits.test.js");
await import("./progress.test.js");
await import("./sources.test.js");
