/** The upload's tests once more, with the sender that is used on Deno. */
import { afterAll, beforeEach, expect, vi } from "vitest";
import { stubRuntime } from "../support/other-runtime.ts";
import { json, test } from "./recording-service.js";
import { wavBytes } from "./recordings.js";

beforeEach(() => stubRuntime({ ...process.versions, deno: "2.9.6" }));

afterAll(() => {
  vi.unstubAllGlobals();
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
