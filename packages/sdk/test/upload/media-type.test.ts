import { ConfigurationError } from "@call-analysis/sdk";
import { expect } from "vitest";
import { test } from "./recording-service.js";
import { streamOf, temporaryFile, wavBytes } from "./recordings.js";

const unknownBytes = new Uint8Array(64).fill(7);

test.for([
  ["wav", "audio/wav"],
  ["mp3", "audio/mpeg"],
  ["m4a", "audio/mp4"],
  ["mp4", "audio/mp4"],
  ["aac", "audio/aac"],
  ["ogg", "audio/ogg"],
  ["oga", "audio/ogg"],
  ["opus", "audio/ogg"],
  ["flac", "audio/flac"],
  ["webm", "audio/webm"],
  ["amr", "audio/amr"],
  ["3gp", "audio/3gpp"],
  ["WAV", "audio/wav"],
])("a file that ends with .%s is %s, at the grant and at the PUT", async ([ending, contentType], { service }) => {
  const path = temporaryFile(`call.${ending}`, unknownBytes);
  await service.client().calls.upload({ path });
  expect(JSON.parse(String(service.grants[0]?.body))).toEqual({ filename: `call.${ending}`, contentType });
  expect(service.puts[0]?.headers["content-type"]).toBe(contentType);
});

test.for<[string, number[] | string, string]>([
  ["WAV", "RIFF\x24\0\0\0WAVE", "audio/wav"],
  ["WAV above 4 GiB", "RF64\xff\xff\xff\xffWAVE", "audio/wav"],
  ["Ogg", "OggS\0\x02", "audio/ogg"],
  ["FLAC", "fLaC\0\0", "audio/flac"],
  ["AMR", "#!AMR\n", "audio/amr"],
  ["MP3 with tags", "ID3\x04\0", "audio/mpeg"],
  ["MP3 without tags", [0xff, 0xfb, 0x90, 0x64], "audio/mpeg"],
  ["MP3 of MPEG-2", [0xff, 0xf3, 0x40, 0xc4], "audio/mpeg"],
  ["AAC in ADTS", [0xff, 0xf1, 0x50, 0x80], "audio/aac"],
  ["WebM", [0x1a, 0x45, 0xdf, 0xa3], "audio/webm"],
  ["M4A", "\0\0\0\x20ftypM4A ", "audio/mp4"],
  ["MP4", "\0\0\0\x20ftypisom", "audio/mp4"],
  ["3GP", "\0\0\0\x20ftyp3gp4", "audio/3gpp"],
])(
  "a source whose name shows no type, as %s, is recognized by its first bytes",
  async ([, signature, contentType], { service }) => {
    const recording = await service.client().calls.upload(bytesOf(signature));
    expect(recording.contentType).toBe(contentType);
  },
);

test.for<[string, number[] | string]>([
  ["text", "Hello, this is no recording"],
  ["text in UTF-16", [0xff, 0xfe, 0x48, 0x00]],
  ["a video in AVI", "RIFF\x24\0\0\0AVI LIST"],
  ["a picture in HEIC", "\0\0\0\x20ftypheic"],
  ["a picture in AVIF", "\0\0\0\x20ftypavif"],
  ["a PDF", "%PDF-1.7"],
])("%s is refused before anything is sent", async ([, signature], { service }) => {
  const upload = service.client().calls.upload(bytesOf(signature));
  await expect(upload).rejects.toBeInstanceOf(ConfigurationError);
  expect(service.grants).toHaveLength(0);
});

test("contentType comes before what the source, the name and the bytes say, and need not be audio", async ({
  service,
}) => {
  const file = new File([wavBytes()], "call.wav", { type: "audio/wav" });
  const recording = await service.client().calls.upload(file, { contentType: "video/mp4" });
  expect(recording.contentType).toBe("video/mp4");
  expect(service.puts[0]?.headers["content-type"]).toBe("video/mp4");
});

test("the source's type comes before its name", async ({ service }) => {
  const file = new File([wavBytes()], "call.wav", { type: "audio/ogg; codecs=opus" });
  expect(await service.client().calls.upload(file)).toMatchObject({ contentType: "audio/ogg; codecs=opus" });
});

test("a source that says it is no audio is refused, unless contentType is passed", async ({ service }) => {
  const file = new File([wavBytes()], "call.wav", { type: "text/plain" });
  await expect(service.client().calls.upload(file)).rejects.toThrow('"text/plain", which is no audio');
  expect(service.grants).toHaveLength(0);
});

test("a source that only says that it is bytes is recognized by its name", async ({ service }) => {
  const file = new File([unknownBytes], "call.mp3", { type: "application/octet-stream" });
  expect(await service.client().calls.upload(file)).toMatchObject({ contentType: "audio/mpeg" });
});

test("the filename option shows the type of a source without a name", async ({ service }) => {
  const recording = await service.client().calls.upload(unknownBytes, { filename: "call.flac" });
  expect(recording).toMatchObject({ filename: "call.flac", contentType: "audio/flac" });
});

test("an { open } whose name shows no type is opened once more to read its first bytes", async ({ service }) => {
  let opened = 0;
  const open = () => {
    opened += 1;
    return streamOf(wavBytes());
  };
  const recording = await service.client().calls.upload({ open, sizeBytes: 64 });
  expect(recording.contentType).toBe("audio/wav");
  expect(opened).toBe(2);
});

test("a { stream } whose type nothing shows is refused, unread", async ({ service }) => {
  const stream = streamOf(wavBytes());
  await expect(service.client().calls.upload({ stream, sizeBytes: 64 })).rejects.toThrow("Pass contentType");
  expect(stream.locked).toBe(false);
});

test.for(["", "wav", "audio/", "audio/wav\r\nx: y", "audio/wäv"])(
  "the contentType %j is refused before anything is sent",
  async (contentType, { service }) => {
    const upload = service.client().calls.upload(wavBytes(), { contentType });
    await expect(upload).rejects.toThrow("contentType must be a MIME type");
    expect(service.grants).toHaveLength(0);
  },
);

function bytesOf(signature: number[] | string): Uint8Array {
  const bytes = new Uint8Array(64).fill(7);
  const first = typeof signature === "string" ? [...signature].map((letter) => letter.charCodeAt(0)) : signature;
  bytes.set(first);
  return bytes;
}
