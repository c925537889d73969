import { CallAnalysis, ConfigurationError } from "@call-analysis/sdk";
import { expect, test } from "vitest";

test("a file: URL whose escapes make no path is a ConfigurationError", async () => {
  const sdk = new CallAnalysis({ apiKey: "key", baseUrl: "http://127.0.0.1:9/v1" });
  const upload = sdk.calls.upload(new URL("file:///tmp/50%zz.wav"));
  await expect(upload).rejects.toBeInstanceOf(ConfigurationError);
});
