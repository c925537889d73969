import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { serve } from "../../src/adapters/server.js";
import { createMockService } from "../../src/index.js";
import { grant, put } from "../support/flow.js";
import { wav } from "../support/wav.js";

/** A service that listens, with its own folder for temporary files, and a large recording in it. */
async function withLargeRecording() {
  const service = createMockService();
  const server = await serve(service, { port: 0 });
  onTestFinished(server.close);
  const overHttp = { ...service, addresses: service.addresses, fetch: globalThis.fetch };
  const bytes = wav({ seconds: 700 });
  const upload = async () => {
    const { presignedUrl, publicUrl } = await grant(overHttp);
    expect((await put(overHttp, presignedUrl, bytes)).status).toBe(200);
    return publicUrl;
  };
  const publicUrl = await upload();
  // Other files of this process may have loaded the fake once more, whose folder is empty.
  const folders = readdirSync(tmpdir()).filter((name) =>
    name.startsWith(`call-analysis-mock-recordings-${process.pid}-`),
  );
  const folder = folders.find((name) => readdirSync(join(tmpdir(), name)).length > 0);
  if (folder === undefined) throw new Error("There is no temporary file.");
  const files = () => readdirSync(join(tmpdir(), folder));
  return { service, server, bytes, publicUrl, upload, files };
}

test("a large recording is in a temporary file once, and is served from it", async () => {
  const { service, bytes, publicUrl, upload, files } = await withLargeRecording();
  const again = await upload();
  expect(files()).toHaveLength(1);
  for (const address of [publicUrl, again])
    expect((await (await service.fetch(address)).arrayBuffer()).byteLength).toBe(bytes.length);
});

test("a reset deletes temporary files, and a state that is restored keeps those that it has", async () => {
  const { service, server, publicUrl, upload, files } = await withLargeRecording();
  service.restore(await (await fetch(`${server.url}/__mock__/state?bytes=none`)).json());
  expect(files()).toHaveLength(1);
  expect((await service.fetch(publicUrl)).status).toBe(200);
  service.reset();
  expect(files()).toEqual([]);
  await upload();
  expect(files()).toHaveLength(1);
});

test("the last server that closes deletes temporary files: their addresses get 404 from then on", async () => {
  const { service, server, publicUrl, files } = await withLargeRecording();
  const other = await serve(service, { port: 0 });
  await other.close();
  expect(files()).toHaveLength(1);
  await server.close();
  await server.close();
  expect(files()).toEqual([]);
  expect((await service.fetch(publicUrl)).status).toBe(404);
});

test("nothing is left of a large recording that breaks off, or whose grant is gone", async () => {
  const { service, server, files } = await withLargeRecording();
  const { presignedUrl } = await grant({ ...service, addresses: service.addresses, fetch: globalThis.fetch });
  service.faults.inject({ upload: { cutAfterBytes: 9 * 1024 * 1024 }, times: 1 });
  const send = () =>
    fetch(presignedUrl, { method: "PUT", headers: { "content-type": "audio/wav" }, body: wav({ seconds: 800 }) });
  await expect(send()).rejects.toThrow();
  await vi.waitFor(() => expect(files()).toHaveLength(1));
  await server.close();
});
