/** Whatever a recording is sent through, its bytes arrive as they were: on real sockets, by SHA-256. */
import { createHash, randomBytes } from "node:crypto";
import type { createServer, IncomingMessage, ServerResponse } from "node:http";
import { createSecureServer } from "node:http2";
import { UploadError } from "@call-analysis/sdk";
import { Agent, type Dispatcher, getGlobalDispatcher, interceptors, setGlobalDispatcher } from "undici";
import { expect, onTestFinished } from "vitest";
import { selfSigned } from "../../../mock/test/support/certificate.ts";
import { rejectionOf } from "../support/failure-of.ts";
import { listenLocally } from "../support/local-server.ts";
import { json, test } from "../support/recording-service.ts";
import { temporaryFile } from "../support/recordings.ts";

/** Sixteen reads. */
const recording = randomBytes(4 * 1024 * 1024);
const expectedDigest = createHash("sha256").update(recording).digest("hex");

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The digest of each body that came. */
function digestingInto(digests: string[], beforeEachChunk = async () => {}): Handler {
  return async (request, response) => {
    const hash = createHash("sha256");
    for await (const chunk of request) {
      await beforeEachChunk();
      hash.update(chunk);
    }
    digests.push(hash.digest("hex"));
    response.writeHead(200).end();
  };
}

/** A store behind TLS, of HTTP/1.1 and HTTP/2. */
async function startTlsStore(handler: Handler): Promise<{ url: string; protocols: string[] }> {
  const protocols: string[] = [];
  const server = createSecureServer({ ...(await selfSigned()), allowHTTP1: true }, (request, response) => {
    protocols.push(request.httpVersion);
    // Both kinds of messages are read and answered alike.
    void handler(request as unknown as IncomingMessage, response as unknown as ServerResponse);
  });
  return { url: await listening(server, "https"), protocols };
}

async function listening(
  server: ReturnType<typeof createServer> | ReturnType<typeof createSecureServer>,
  scheme: string,
): Promise<string> {
  const origin = await listenLocally(server);
  onTestFinished(() => void server.close());
  return origin.replace("http", scheme);
}

const grantAt = (url: string) =>
  json(200, { data: { key: "k", presignedUrl: `${url}/store/k?signature=secret`, publicUrl: `${url}/k` } });

function useDispatcher(dispatcher: Dispatcher): void {
  const before = getGlobalDispatcher();
  setGlobalDispatcher(dispatcher);
  onTestFinished(async () => {
    setGlobalDispatcher(before);
    await dispatcher.destroy();
  });
}

const trusting = (options: Agent.Options = {}) => new Agent({ connect: { rejectUnauthorized: false }, ...options });

test.for([
  { what: "HTTP/2", agent: () => trusting({ allowH2: true }), protocol: "2.0" },
  { what: "a dispatcher that sends again", agent: () => trusting().compose(interceptors.retry()), protocol: "1.1" },
  { what: "a dispatcher that reads ahead", agent: () => trusting().compose(readAhead), protocol: "1.1" },
])("a store behind $what gets the right bytes", async ({ agent, protocol }, { service }) => {
  const digests: string[] = [];
  const { url, protocols } = await startTlsStore(digestingInto(digests));
  useDispatcher(agent());
  service.answer("grants", grantAt(url));
  await service
    .client({ retry: false })
    .calls.upload({ path: temporaryFile("call.wav", recording) }, { contentType: "audio/wav" });
  expect(digests).toEqual([expectedDigest]);
  expect(protocols).toEqual([protocol]);
});

test.for([
  ["HTTP/2", true, "2.0"],
  ["HTTP/1.1", false, "1.1"],
] as const)(
  "a success over %s that comes before the body was read is no stored recording",
  async (row, { service }) => {
    const [, allowH2, protocol] = row;
    const { url, protocols } = await startTlsStore(async (_request, response) => void response.writeHead(200).end());
    useDispatcher(trusting({ allowH2 }));
    service.answer("grants", grantAt(url));
    const call = { file: { path: temporaryFile("call.wav", recording) }, memberId: "m", categoryId: "c" };
    const error = await rejectionOf(service.client({ retry: false }).calls.submitFile(call), UploadError);
    expect(error.message).toContain("before the whole recording was sent");
    expect(protocols).toEqual([protocol]);
    expect(service.creates).toEqual([]);
  },
);

const readAhead: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
  const { body } = options as { body?: AsyncIterable<Uint8Array> | null };
  if (options.method !== "PUT" || !body) return dispatch(options, handler);
  return dispatch({ ...options, body: keepingSix(body) as never }, handler);
};

/** Reads six pieces before it hands on the first: more than one read. */
async function* keepingSix(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const kept: Uint8Array[] = [];
  for await (const piece of body) {
    kept.push(piece);
    const first = kept.length > 6 ? kept.shift() : undefined;
    if (first) yield first;
  }
  yield* kept;
}
