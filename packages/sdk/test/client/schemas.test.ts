import { expect, test, vi } from "vitest";

// What zod 3 lacks.
vi.mock("zod", () => ({ looseObject: undefined }));

test("with zod 3, the entry for schemas names the version that it needs", async () => {
  const entry = import("@call-analysis/sdk/schemas");
  await expect(entry).rejects.toThrow("@call-analysis/sdk/schemas needs zod 4.");
});
