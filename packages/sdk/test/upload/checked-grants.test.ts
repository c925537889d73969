import { ResponseFormatError } from "@call-analysis/sdk";
import { expect } from "vitest";
import { checkRows } from "../support/check-rows.ts";
import { failureOf } from "../support/failure-of.ts";
import { json, test } from "../support/recording-service.ts";
import { wavBytes } from "../support/recordings.ts";

const signature = "X-Signature=5ecre7";
const good = { key: "k", presignedUrl: `https://store.test/a?${signature}`, publicUrl: "https://store.test/a" };

const badGrants: [what: string, changes: Partial<typeof good>][] = [
  ["a plain http address", { presignedUrl: `http://store.test/a?${signature}` }],
  ["the address of a cloud's metadata", { presignedUrl: `http://169.254.169.254/latest?${signature}` }],
  ["a data: address", { presignedUrl: "data:text/plain,abc" }],
  ["a file: address", { presignedUrl: "file:///etc/passwd" }],
  ["an address with a password", { presignedUrl: `https://user:pa55word@store.test/a?${signature}` }],
  ["an address with a password alone", { presignedUrl: `https://:pa55word@store.test/a?${signature}` }],
  ["no address", { presignedUrl: "" }],
  ["a relative address", { presignedUrl: "/upload" }],
  ["no public address", { publicUrl: "" }],
  ["a relative public address", { publicUrl: "relative/path" }],
];

test("a grant with an address that recordings may not be sent to is refused before a byte leaves", async ({
  service,
}) => {
  await checkRows(badGrants, async (changes) => {
    service.answer("grants", json(200, { data: { ...good, ...changes } }));
    const error = await failureOf(service.client().calls.upload(wavBytes(), { contentType: "audio/wav" }));
    expect(error).toBeInstanceOf(ResponseFormatError);
    expect(error).toMatchObject({ stage: "grant" });
    expect(service.puts).toHaveLength(0);
    expect(`${error}${JSON.stringify(error)}`).not.toMatch(/5ecre7|pa55word/);
  });
});

test("a client of an https service sends no recording to this machine without TLS", async ({ service }) => {
  for (const baseUrl of ["https://api.test/v1", "https://localhost/v1"]) {
    const puts: string[] = [];
    const fetch = async (url: unknown) => {
      if (String(url).startsWith("http://127")) puts.push(String(url));
      return Response.json({ data: { ...good, presignedUrl: `${service.url}/store/a?${signature}` } });
    };
    const sdk = service.client({ baseUrl, fetch });
    await expect(sdk.calls.upload(wavBytes(), { contentType: "audio/wav" }), baseUrl).rejects.toThrow(
      ResponseFormatError,
    );
    expect(puts).toEqual([]);
  }
});
