import { inspect } from "node:util";
import { ConfigurationError } from "@call-analysis/sdk";
import { expect } from "vitest";
import { failureOf } from "../support/failure-of.ts";
import { json, refuse, test } from "./recording-service.js";
import { wavBytes } from "./recordings.js";

test("a store that quotes the signature of a new grant in its refusal gets it taken out, too", async ({ service }) => {
  const grant = (signature: string) => ({
    data: { key: "k", presignedUrl: `${service.url}/store/a?sig=${signature}`, publicUrl: "https://store.test/a" },
  });
  service.answer("grants", json(200, grant("the-first-signature")), json(200, grant("the-second-signature")));
  service.answer("puts", refuse(403, "AccessDenied"), refuse(403, "the-second-signature"));
  const error = await failureOf(service.client({ retry: false }).calls.upload(wavBytes()));
  expect(service.puts).toHaveLength(2);
  expect(inspect(error, { depth: 9, showHidden: true })).not.toContain("the-second-signature");
});

const signedSource = "https://user:passw0rd@other-store.test/call.wav?sig=secret-1";

test.for([
  [
    "cannot be opened",
    () => {
      throw new Error(`cannot open ${signedSource}`);
    },
  ],
  ["breaks", () => new ReadableStream({ pull: (controller) => controller.error(new Error(`lost ${signedSource}`)) })],
] as const)(
  "a source that %s shows nothing of the signed address that it comes from",
  async ([, open], { service }) => {
    const upload = service.client().calls.upload({ open, sizeBytes: 4 }, { contentType: "audio/wav" });
    const error = await failureOf(upload);
    expect(error).toBeInstanceOf(ConfigurationError);
    const shown = inspect(error, { depth: 9, showHidden: true });
    expect(shown).not.toMatch(/secret-1|passw0rd/);
    expect(shown).toContain("https://[redacted]@other-store.test/call.wav?[redacted]");
  },
);
