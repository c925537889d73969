import { TimeoutError } from "@call-analysis/sdk";
import { expect } from "vitest";
import { hang, test } from "../upload/recording-service.js";
import { wavBytes } from "../upload/recordings.js";

test("the client's deadlineMs bounds an upload as it bounds every operation", async ({ service }) => {
  service.answer("puts", hang);
  const upload = service.client({ deadlineMs: 500 }).calls.upload(wavBytes());
  await expect(upload).rejects.toSatisfy((error) => TimeoutError.is(error) && error.kind === "deadline");
});
