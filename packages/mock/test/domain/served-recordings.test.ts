import { expect, test } from "vitest";
import { createMockService } from "../../src/index.js";
import { grant, put } from "../support/flow.js";

const page = new TextEncoder().encode("<script>parent.done = true</script>");

const inert = {
  "content-security-policy": expect.stringMatching(/^sandbox\b/),
  "x-content-type-options": "nosniff",
  "content-disposition": "attachment",
};

test.each(["GET", "HEAD"])(
  "a page that was uploaded as a recording is served so that no browser runs it (%s)",
  async (method) => {
    const service = createMockService();
    const { presignedUrl, publicUrl } = await grant(service, "text/html");
    await put(service, presignedUrl, page, "text/html");
    const response = await service.fetch(publicUrl, { method });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject(inert);
  },
);

const storeCode = /<Code>(?:SignatureDoesNotMatch|AccessDenied)<\/Code>/;

test.each<[string, (address: string) => string]>([
  ["a letter of the file name percent-encoded", (address) => address.replace("call-0193", "%63all-0193")],
  ["the dot of the file name percent-encoded", (address) => address.replace(".wav", "%2Ewav")],
  ["a number with a fraction", (query) => query.replace(/X-Expires=(\d+)/, "X-Expires=$1.0")],
  ["a number with zeros in front", (query) => query.replace(/X-Expires=/, "X-Expires=0")],
  ["a number with an exponent", (query) => query.replace(/X-Expires=(\d+)/, "X-Expires=$1e0")],
  ["a number with spaces", (query) => query.replace(/X-Expires=(\d+)/, "X-Expires=+$1")],
  [
    "a hexadecimal number",
    (query) => query.replace(/X-Expires=(\d+)/, (_, ms) => `X-Expires=0x${Number(ms).toString(16)}`),
  ],
  ["a parameter more", (query) => `${query}&x-id=1`],
  ["a parameter in front", (query) => query.replace("?", "?x-id=1&")],
  ["a parameter twice", (query) => `${query}&X-Expires=9999999999999`],
  ["a percent-encoded name", (query) => query.replace("X-Expires", "X%2DExpires")],
  ["parameters in another order", (query) => query.replace(/\?(.+)&(.+)$/, "?$2&$1")],
])("a signature is for one spelling of the address: %s is refused", async (_, change) => {
  const service = createMockService();
  const { presignedUrl } = await grant(service);
  const changed = change(presignedUrl);
  expect(changed).not.toBe(presignedUrl);
  const refused = await put(service, changed);
  expect([refused.status, await refused.text()]).toEqual([403, expect.stringMatching(storeCode)]);
  expect((await put(service, presignedUrl)).status).toBe(200);
});

test("a signed address is for its upload alone: a read of it is refused, and one of the public address is served", async () => {
  const service = createMockService();
  const { presignedUrl, publicUrl } = await grant(service);
  await put(service, presignedUrl);
  const statuses = [presignedUrl, presignedUrl.replace(/.$/, "0"), publicUrl].map((url) => service.fetch(url));
  expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([403, 403, 200]);
});
