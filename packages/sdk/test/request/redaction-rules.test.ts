import { expect, test } from "vitest";
import { redactUrl, redactUrlsIn, Secrets } from "../../src/request/redaction.js";

const redacted = "[redacted]";

function secretsOf(...keys: string[]): Secrets {
  const secrets = new Secrets();
  for (const key of keys) secrets.addFixed(key);
  return secrets;
}

const awkward = 'k/1+"2&3<4>5';

test.each([
  ["plainly", awkward],
  ["in other case", awkward.toUpperCase()],
  ["in JSON", JSON.stringify(awkward).slice(1, -1)],
  ["in JSON with escaped slashes", 'k\\/1+\\"2&3<4>5'],
  ["in an address", encodeURI(awkward)],
  ["in a query", encodeURIComponent(awkward)],
  ["in a query in small letters", encodeURIComponent(awkward).toLowerCase()],
  ["in HTML", "k/1+&quot;2&amp;3&lt;4&gt;5"],
])("a key is taken out of a text that spells it %s, wherever and however often", (_name, spelled) => {
  expect(secretsOf(awkward).redact(`${spelled}, then ${spelled}.`)).toBe(`${redacted}, then ${redacted}.`);
});

test("a key with a backslash is taken out of what a text was that had it in JSON as it is", () => {
  const key = "\\n-key-\\u0041-0001";
  const read = JSON.parse(`{"detail":"bad ${key}"}`).detail;
  expect(read).toBe("bad \n-key-A-0001");
  expect(secretsOf(key).redact(read)).toBe(`bad ${redacted}`);
  expect(secretsOf("\\x-no-escape").redact("\\x-no-escape")).toBe(redacted);
});

test.each(["", "a", "ab", "Bearer ", '{"authorization":"Bearer '])(
  "a key in base64 is taken out, in either alphabet, whatever was encoded with it: after %j",
  (before) => {
    const key = "sk_live_???>>>~5f1c";
    for (const alphabet of ["base64", "base64url"] as const) {
      for (const after of ["", "x", '"}']) {
        const encoded = Buffer.from(before + key + after).toString(alphabet);
        const clean = secretsOf(key).redact(`token ${encoded}, end`);
        expect(clean).toContain(redacted);
        // Of the key's own 19 characters no piece of four is left.
        expect(
          Buffer.from(
            clean
              .replace(/.*token |, end.*/g, "")
              .split(redacted)
              .join(""),
            alphabet,
          ).toString(),
        ).not.toMatch(/sk_l|live|\?\?\?|>>>|5f1c/);
      }
    }
  },
);

test("a key of eight characters is long enough to be taken out in base64", () => {
  expect(secretsOf("abcdefgh").redact(btoa("abcdefgh"))).toContain(redacted);
});

test("a text that was cut in the middle of a key in base64 shows less than three characters of it", () => {
  const encoded = Buffer.from("Bearer sk_live_5f1c").toString("base64");
  for (let length = 12; length < encoded.length; length += 1) {
    const shown = secretsOf("sk_live_5f1c").redactCut(`body: ${encoded.slice(0, length)}`);
    expect(Buffer.from(shown.slice("body: ".length).split("[")[0] ?? "", "base64").toString()).not.toContain("sk_");
  }
});

test("a short key, and one that base64 cannot take, change no other text", () => {
  expect(secretsOf("k", "ab", "schlüssel-✓").redact("a word of base64: YWI=")).toBe(
    "a word of base64: YWI=".replace(/k/g, redacted).replace(/ab/g, redacted),
  );
});

test("a key's signs stand for themselves, and no text that only looks like it is taken out", () => {
  expect(secretsOf("a.b*c|d").redact("axbbc, d and a.b*c|d")).toBe(`axbbc, d and ${redacted}`);
});

test.each([
  ["shorter first", ["key-1", "key-1-long"]],
  ["longer first", ["key-1-long", "key-1"]],
])("of two keys of which one begins with the other, the longer is taken out whole: %s", (_name, keys) => {
  expect(secretsOf(...keys).redact("key-1-long, key-1")).toBe(`${redacted}, ${redacted}`);
});

test("a key that becomes known later is taken out of the next text", () => {
  const secrets = secretsOf("first-key");
  expect(secrets.redact("other-key")).toBe("other-key");
  secrets.addRotated("other-key");
  expect(secrets.redact("first-key other-key")).toBe(`${redacted} ${redacted}`);
});

test.each<[string, (secrets: Secrets, key: string) => void]>([
  ["rotated keys", (secrets, key) => secrets.addRotated(key)],
  ["headers of single requests", (secrets, key) => secrets.addHeaders({ "x-key": key })],
])("of %s the 256 that were used last are known", (_name, add) => {
  const secrets = new Secrets();
  for (let turn = 0; turn < 256; turn += 1) add(secrets, `rotated-${turn}-end`);
  expect(secrets.redact("rotated-0-end")).toBe(redacted);
  add(secrets, "rotated-256-end");
  expect(secrets.redact("rotated-0-end rotated-1-end rotated-256-end")).toBe(`rotated-0-end ${redacted} ${redacted}`);
  // A key that is used again may be that of a request under way.
  add(secrets, "rotated-1-end");
  add(secrets, "rotated-257-end");
  expect(secrets.redact("rotated-1-end rotated-2-end")).toBe(`${redacted} rotated-2-end`);
});

test.each<[string, (secrets: Secrets, key: string) => void]>([
  ["fixed keys", (secrets, key) => secrets.addFixed(key)],
  ["headers of the client", (secrets, key) => secrets.addHeaders({ "x-key": key }, { ofClient: true })],
])("%s are never forgotten, however many there are", (_name, add) => {
  const secrets = new Secrets();
  for (let turn = 0; turn < 300; turn += 1) add(secrets, `fixed-${turn}-end`);
  expect(secrets.redact("fixed-0-end fixed-299-end")).toBe(`${redacted} ${redacted}`);
});

test("a fixed key that a function returns too takes no other key's place", () => {
  const secrets = secretsOf("fixed-key");
  for (let turn = 0; turn < 256; turn += 1) secrets.addRotated(`rotated-${turn}-end`);
  secrets.addRotated("fixed-key");
  expect(secrets.redact("rotated-0-end fixed-key")).toBe(`${redacted} ${redacted}`);
});

const harmless = ["accept", "Accept-Language", "cache-control", "content-type", "host", "origin", "referer"];
harmless.push("user-agent", "traceparent", "x-request-id", "X-Correlation-Id");
const secret = ["authorization", "x-accept", "my-cache-key", "x-content-key", "host-key", "x-host", "origin-key"];
secret.push("x-origin", "referer-key", "x-referer", "user-agent-key", "x-user-agent", "x-trace", "x-request-id-key");
secret.push("x-correlation-id-key", "my-x-request-id", "x-other-id");

test.each([...harmless.map((name) => [name, "abcdefgh"] as const), ...secret.map((name) => [name, redacted] as const)])(
  "the value of the header %s is shown as %s",
  (name, shown) => {
    const secrets = new Secrets();
    secrets.addHeaders({ [name]: "abcdefgh" }, { ofClient: false });
    expect(secrets.redact("abcdefgh")).toBe(shown);
  },
);

test.each([
  ["the whole value", "Basic dXNlcjpwYXNz", "Basic dXNlcjpwYXNz", redacted],
  ["credentials without their scheme", "Basic dXNlcjpwYXNz", "dXNlcjpwYXNz", redacted],
  ["credentials of several words", "Digest first second-part", "first second-part", redacted],
  ["a cookie without its name", "session=abcdefghij", "abcdefghij", redacted],
  ["the second of two cookies", "a=abcdefghij; b=klmnopqrst", "klmnopqrst", redacted],
  ["a value of eight characters", "abcdefgh", "abcdefgh", redacted],
  ["a value of seven characters", "abcdefg", "abcdefg", "abcdefg"],
  ["a short part of a long value", "a=on; session=abcdefghij", "on", "on"],
])("of a header's value, %s is taken out or not", (_name, value, text, shown) => {
  const secrets = new Secrets();
  secrets.addHeaders({ "x-key": value }, { ofClient: true });
  expect(secrets.redact(text)).toBe(shown);
});

test.each([
  ["the beginning of a key", "it was key-5f", `it was ${redacted}`],
  ["its first character", "it was k", `it was ${redacted}`],
  ["its beginning in capitals", "it was KEY-5F", `it was ${redacted}`],
  ["the whole of it", "it was key-5f1c", `it was ${redacted}`],
  ["something else", "it was not", "it was not"],
  ["nothing", "", ""],
])("a text that may have been cut and ends with %s", (_name, text, shown) => {
  expect(secretsOf("key-5f1c", "key-7").redactCut(text)).toBe(shown);
});

test("a text that was cut is left as it is where no key is known", () => {
  expect(new Secrets().redactCut("it was key-5f")).toBe("it was key-5f");
});

test("texts, names and items of JSON are redacted, and other values stay", () => {
  const json = { "key-5f": ["key-5f", 1, null, true], plain: { text: "not key-5f" } };
  expect(secretsOf("key-5f").redactJson(json)).toEqual({
    [redacted]: [redacted, 1, null, true],
    plain: { text: `not ${redacted}` },
  });
});

test("headers are copied with their values redacted", () => {
  const headers = secretsOf("key-5f").redactHeaders(new Headers({ "x-echo": "for key-5f", "x-other": "1" }));
  expect([...headers]).toEqual([
    ["x-echo", `for ${redacted}`],
    ["x-other", "1"],
  ]);
});

test.each([
  ["a query", "GET https://a.test/b?sig=1 failed", `GET https://a.test/b?${redacted} failed`],
  ["a query without TLS", "http://a.test/b?sig=1", `http://a.test/b?${redacted}`],
  ["a query in capitals", "HTTPS://A.TEST/B?SIG=1", `HTTPS://A.TEST/B?${redacted}`],
  ["a query with escaped slashes", "https:\\/\\/a.test\\/b?sig=1", `https:\\/\\/a.test\\/b?${redacted}`],
  ["a query in quotes", '{"u":"https://a.test/?s=1","v":2}', `{"u":"https://a.test/?${redacted}","v":2}`],
  ["a query in single quotes", "'https://a.test/?s=1'and", `'https://a.test/?${redacted}'and`],
  ["a query in a tag", "<https://a.test/?s=1>and", `<https://a.test/?${redacted}>and`],
  ["a query after a name", "next?url=https://a.test/?s=1", `next?url=https://a.test/?${redacted}`],
  ["two queries", "https://a.test/?s=1 https://b.test/?s=2", `https://a.test/?${redacted} https://b.test/?${redacted}`],
  ["a password", "https://user:word@a.test/b", `https://${redacted}@a.test/b`],
  ["a password for another scheme", "socks5://user:word@a.test", `socks5://${redacted}@a.test`],
  ["a password with escaped slashes", "https:\\/\\/u:word@a.test", `https:\\/\\/${redacted}@a.test`],
  ["a password with an @", "https://u:w@rd@a.test", `https://${redacted}@a.test`],
  ["two passwords", "https://u:w@a.test http://v:x@b.test", `https://${redacted}@a.test http://${redacted}@b.test`],
  ["a password and a query", "https://u:w@a.test/?s=1", `https://${redacted}@a.test/?${redacted}`],
  ["no address", "why? ask me@a.test", "why? ask me@a.test"],
  ["an address with an @ in its path", "https://a.test/b@c", "https://a.test/b@c"],
  ["an address before an e-mail", 'see https://a.test "x"me@b.test', 'see https://a.test "x"me@b.test'],
])("of a text with %s, the secret is taken out and the rest stays", (_name, text, shown) => {
  expect(redactUrlsIn(text)).toBe(shown);
});

test.each([
  ["https://a.test/b", "https://a.test/b"],
  ["https://a.test/b?sig=1?2", `https://a.test/b?${redacted}`],
  ["?sig=1", `?${redacted}`],
])("the address %s is shown as %s", (address, shown) => {
  expect(redactUrl(address)).toBe(shown);
});

test("a text of 1.4 million characters is redacted in a time that grows with its length, and not with its square", () => {
  const text = "http://".repeat(200_000);
  expect(new Secrets().redact(text)).toBe(text);
});

test.each(["//store.test/a.wav", "s3://bucket/a.wav", "store.test/a.wav", "/a.wav", "HTTPS://store.test/a.wav"])(
  "the signature is taken out of an address however it begins: %s",
  (address) => {
    const text = `{"presignedUrl":"${address}?X-Amz-Signature=5f1c&x=1"}, really?`;
    expect(redactUrlsIn(text)).toBe(`{"presignedUrl":"${address}?${redacted}"}, really?`);
  },
);

test.each(["&#x2F;", "&#x2f;", "&#47;", "&sol;", "%2F", "\\/", "\\u002f"])(
  "a key is taken out in which only some signs are written in another way: / as %s",
  (slash) => {
    const key = "sk/ab+cd=12345678";
    expect(secretsOf(key).redact(`Bearer ${key.replace("/", slash)}, end`)).toBe(`Bearer ${redacted}, end`);
    expect(secretsOf(key).redact(`Bearer ${key.replace("/", slash).replace("=", "&#x3D;")}, end`)).toBe(
      `Bearer ${redacted}, end`,
    );
  },
);

test.each([
  ["https://store.test/a.wav;X-Sig=5f1c", "https://store.test/a.wav"],
  ["https://store.test/a.wav#X-Sig=5f1c", "https://store.test/a.wav"],
  ["http://store.test/a.wav;X-Sig=5f1c", "http://store.test/a.wav"],
  ["https%3A%2F%2Fstore.test%2Fa.wav%3FX-Sig%3D5f1c", "https%3A%2F%2Fstore.test%2Fa.wav"],
])("a signature is taken out wherever an address has it: %s", (signed, shown) => {
  expect(redactUrlsIn(`see ${signed} now`)).toBe(`see ${shown}?${redacted} now`);
});

test("a sign after an address is no query", () => {
  expect(redactUrlsIn("https://host/v1; then https://host/v1#top")).toBe("https://host/v1; then https://host/v1#top");
});
