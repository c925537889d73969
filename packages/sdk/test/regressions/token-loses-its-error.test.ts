import { expect } from "vitest";
import { test } from "../upload/recording-service.js";
import { wavBytes } from "../upload/recordings.js";

test("an error that is none of ours, such as a middleware's, carries stage and token too", async ({ service }) => {
  const own = new Error("the middleware failed");
  const sdk = service.client({
    middleware: [
      (request, next, { operation }) => {
        if (operation === "createCall") throw own;
        return next(request);
      },
    ],
  });
  const flow = sdk.calls.analyzeFile({ file: wavBytes(), memberId: "m", categoryId: "c" });
  await expect(flow).rejects.toBe(own);
  expect(own).toMatchObject({ stage: "create", resume: { version: 1, stage: "create", uncertain: false } });
});
