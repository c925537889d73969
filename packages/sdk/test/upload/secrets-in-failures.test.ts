import { inspect } from "node:util";
import { RecordingError } from "@call-analysis/sdk";
import { expect } from "vitest";
import { checkRows } from "../support/check-rows.ts";
import { failureOf } from "../support/failure-of.ts";
import { test } from "../support/recording-service.ts";

const signedSource = "https://user:passw0rd@other-store.test/call.wav?sig=secret-1";

const failingSources: [what: string, open: () => ReadableStream][] = [
  [
    "cannot be opened",
    () => {
      throw new Error(`cannot open ${signedSource}`);
    },
  ],
  ["breaks", () => new ReadableStream({ pull: (controller) => controller.error(new Error(`lost ${signedSource}`)) })],
];

test("a source that fails shows nothing of the signed address that it comes from", async ({ service }) => {
  await checkRows(failingSources, async (open) => {
    const upload = service.client().calls.upload({ open, sizeBytes: 4 }, { contentType: "audio/wav" });
    const error = await failureOf(upload);
    expect(error).toBeInstanceOf(RecordingError);
    const shown = inspect(error, { depth: 9, showHidden: true });
    expect(shown).not.toMatch(/secret-1|passw0rd/);
    expect(shown).toContain("https://[redacted]@other-store.test/call.wav?[redacted]");
  });
});
