/** The rules of an upload, by each way to send it. */
import { Readable } from "node:stream";
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import {
  AbortError,
  ConnectionError,
  RecordingError,
  ResponseFormatError,
  UploadError,
  type UploadProgress,
} from "@call-analysis/sdk";
import { describe, expect, vi } from "vitest";
import { checkRows } from "../support/check-rows.ts";
import { deferred } from "../support/deferred.ts";
import { rejectionOf } from "../support/failure-of.ts";
import { stubRuntime } from "../support/other-runtime.ts";
import { cutAfter, json, refuse, test } from "../support/recording-service.ts";
import { streamOf, temporaryFile, wavBytes } from "../support/recordings.ts";

const bytes = wavBytes(3_000_000);
const options = { filename: "call.wav" };

const ways: [what: string, become: () => void][] = [
  ["a stream by fetch, as on Node", () => {}],
  ["a Blob by fetch, as in a worker of a page", () => stubRuntime({})],
  [
    "a stream by node:http, as on Deno",
    () => {
      stubRuntime({ node: "24.0.0", deno: "2.9.6" });
      vi.stubGlobal("Deno", {});
    },
  ],
];

test("by each way, an upload that fails is sent again from the start, and its progress never goes back", async ({
  service,
}) => {
  await checkRows(ways, async (become) => {
    become();
    for (const answer of [cutAfter(2 ** 21), refuse(503), refuse(403)]) {
      service.answer("puts", answer);
      const sent: number[] = [];
      const onProgress = ({ sentBytes }: UploadProgress) => void sent.push(sentBytes);
      await service.client().calls.upload(bytes, { ...options, onProgress });
      const [first, second, ...others] = service.puts.splice(0);
      expect([first?.path === second?.path, second?.body.equals(bytes), others]).toEqual([false, true, []]);
      expect(sent).toEqual([...new Set(sent)].toSorted((one, other) => one - other));
      expect(sent.at(-1)).toBe(bytes.length);
    }
  });
});

describe.each(ways)("by %s", (way, become) => {
  const isBlob = way.startsWith("a Blob");

  test.for([
    ["bytes", () => bytes],
    ["a Blob", () => new Blob([bytes])],
    ["a file", () => ({ path: temporaryFile("call.wav", bytes) })],
    ["a stream", () => ({ stream: streamOf(bytes, 70_000), sizeBytes: bytes.length })],
  ] as const)(
    "%s arrives whole at the signed address, with its length and its type, and without the key or a header of the client's",
    async ([, source], { service }) => {
      become();
      await service.client({ headers: { "x-private": "p" } }).calls.upload(source(), options);
      const [put] = service.puts;
      expect(put?.path).toBe("/store/recording-1?signature=secret-1");
      expect(put?.body.equals(bytes)).toBe(true);
      expect(put?.headers).toMatchObject({ "content-length": String(bytes.length), "content-type": "audio/wav" });
      for (const name of ["transfer-encoding", "authorization", "x-private"])
        expect(put?.headers).not.toHaveProperty(name);
    },
  );

  test("a stream of another size than announced is a RecordingError, and is not stored", async ({ service }) => {
    become();
    async function* late() {
      yield bytes;
      await pause(50);
      yield bytes;
    }
    for (const [stream, sizeBytes] of [
      [streamOf(bytes), bytes.length - 1],
      [Readable.toWeb(Readable.from(late())) as ReadableStream<Uint8Array>, bytes.length],
    ] as const)
      await rejectionOf(service.client().calls.upload({ stream, sizeBytes }, options), RecordingError);
    expect(service.puts.filter(({ complete }) => complete)).toEqual([]);
  });

  test("a redirect is not followed, got an UploadError", async ({ service }) => {
    become();
    service.answer("puts", async ({ response, readBody }) => {
      await readBody();
      response.writeHead(307, { location: `${service.url}/store/elsewhere` }).end();
    });
    const error = await rejectionOf(service.client().calls.upload(bytes, options), UploadError);
    expect(error.message).toContain("redirect");
    expect(service.puts).toHaveLength(1);
  });

  test("a refusal has the store's status, code and Retry-After", async ({ service }) => {
    become();
    service.answer("puts", refuse(503, "SlowDown", { "retry-after": "7" }));
    const upload = service.client({ retry: false }).calls.upload(bytes, options);
    const expected = { status: 503, storeCode: "SlowDown", retryAfterMs: 7_000, stage: "upload" };
    expect(await rejectionOf(upload, UploadError)).toMatchObject(expected);
  });

  test("a response whose body breaks off has said with its status what happened", async ({ service }) => {
    become();
    service.answer("puts", async ({ response, readBody }) => {
      await readBody();
      response.writeHead(503, { "content-length": "100" }).write("<Code>Slow", () => response.destroy());
    });
    const upload = service.client({ retry: false }).calls.upload(bytes, options);
    expect(await rejectionOf(upload, UploadError)).toMatchObject({ status: 503, storeCode: undefined });
  });

  test("a refusal that comes before the recording was read is told all the same", async ({ service }) => {
    become();
    service.answer("puts", ({ response }) => response.writeHead(413, { connection: "close" }).end("too large"));
    const upload = service.client({ retry: false }).calls.upload(bytes.subarray(0, 200_000), options);
    expect(await rejectionOf(upload, UploadError)).toMatchObject({ status: 413 });
  });

  // Nothing shows how much of a Blob was taken.
  if (!isBlob)
    test("a success that comes before the recording was read is an UploadError", async ({ service }) => {
      become();
      service.answer("puts", ({ response }) => response.writeHead(200).end());
      const upload = service.client({ retry: false }).calls.upload(wavBytes(30_000_000), options);
      const message = expect.stringContaining("before the whole recording was sent");
      expect(await rejectionOf(upload, UploadError)).toMatchObject({ isRetryable: true, message });
    });

  test("nobody at the store's address is a ConnectionError, and nothing was sent", async ({ service }) => {
    become();
    const presignedUrl = "http://127.0.0.1:1/store/k?signature=secret-1";
    service.answer("grants", json(200, { data: { key: "k", presignedUrl, publicUrl: "https://store.test/k" } }));
    const error = await rejectionOf(service.client({ retry: false }).calls.upload(bytes, options), ConnectionError);
    expect(error).toMatchObject({ stage: "upload" });
    expect(error.message).not.toContain("secret-1");
  });

  test("an https address is reached by TLS alone", async ({ service }) => {
    become();
    const presignedUrl = `${service.url.replace("http:", "https:")}/store/k`;
    service.answer("grants", json(200, { data: { key: "k", presignedUrl, publicUrl: "https://store.test/k" } }));
    await rejectionOf(service.client({ retry: false }).calls.upload(bytes, options), ConnectionError);
    expect(service.puts).toHaveLength(0);
  });

  test("a response of more than 256 KiB is a ResponseFormatError", async ({ service }) => {
    become();
    service.answer("puts", async ({ response, readBody }) => {
      await readBody();
      response.writeHead(200).end("x".repeat(300_000));
    });
    await rejectionOf(service.client().calls.upload(bytes, options), ResponseFormatError);
  });

  test("an abort in the middle closes the connection, and gives the source back", async ({ service }) => {
    become();
    const [closed, cancelled] = [deferred<void>(), deferred<void>()];
    const caller = new AbortController();
    service.answer("puts", ({ request }) => void request.once("close", closed.resolve).resume());
    let pulls = 0;
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      await nextTurn();
      controller.enqueue(bytes);
      pulls += 1;
      if (pulls === 3) caller.abort("the user left");
    };
    const open = () => new ReadableStream({ pull, cancel: () => cancelled.resolve() });
    const upload = service.client().calls.upload({ open, sizeBytes: 2 ** 40 }, { ...options, signal: caller.signal });
    expect(await rejectionOf(upload, AbortError)).toMatchObject({ cause: "the user left", stage: "upload" });
    await cancelled.promise;
    // A Blob is collected before it is sent.
    if (!isBlob) await closed.promise;
  });
});
