import { expect, test, vi } from "vitest";

// What an older version lacks.
vi.mock("msw", () => ({ http: undefined, HttpResponse: undefined }));

test("the entry for msw names the version that it needs", async () => {
  const entry = import("../../src/adapters/msw.js");
  await expect(entry).rejects.toThrow("@call-analysis/mock/msw needs msw 2.10 or later.");
});

test("the entry for vitest names the version that it needs", async () => {
  vi.doMock("vitest", () => ({ test: () => {} }));
  const entry = import("../../src/adapters/vitest.js");
  await expect(entry).rejects.toThrow("@call-analysis/mock/vitest needs vitest 4.1 or later.");
});
