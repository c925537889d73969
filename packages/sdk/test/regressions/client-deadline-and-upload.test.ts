import { TimeoutError } from "@call-analysis/sdk";
import { expect } from "vitest";
import { thenPass, useVirtualTime } from "../support/virtual-time.ts";
import { hang, test } from "../upload/recording-service.js";
import { wavBytes } from "../upload/recordings.js";

test("the client's deadlineMs bounds an upload as it bounds every operation", async ({ service }) => {
  useVirtualTime();
  service.answer("puts", thenPass(20_000, hang));
  const upload = service.client({ deadlineMs: 20_000 }).calls.upload(wavBytes());
  await expect(upload).rejects.toSatisfy((error) => TimeoutError.is(error) && error.kind === "deadline");
});
