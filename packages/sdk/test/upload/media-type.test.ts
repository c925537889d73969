import { ConfigurationError, type RecordingSource } from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import { type RecordingOptions, resolveRecording } from "../../src/upload/source.js";
import { rejectionOf } from "../support/failure-of.ts";
import { streamOf, wavBytes } from "./recordings.js";

const unknownBytes = new Uint8Array(64).fill(7);

/** The media type of a recording that a source is resolved to. */
async function typeOf(source: RecordingSource, options: RecordingOptions = {}): Promise<string> {
  return (await resolveRecording(source, options)).contentType;
}

test.each([
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
])("a name that ends with .%s is of %s", async (ending, contentType) => {
  expect(await typeOf(unknownBytes, { filename: `call.${ending}` })).toBe(contentType);
});

test.each<[string, number[] | string, string]>([
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
  async (_name, signature, contentType) => {
    expect(await typeOf(bytesOf(signature))).toBe(contentType);
  },
);

test.each<[string, number[] | string]>([
  ["text", "Hello, this is no recording"],
  ["text in UTF-16", [0xff, 0xfe, 0x48, 0x00]],
  ["a video in AVI", "RIFF\x24\0\0\0AVI LIST"],
  ["a picture in HEIC", "\0\0\0\x20ftypheic"],
  ["a picture in AVIF", "\0\0\0\x20ftypavif"],
  ["a PDF", "%PDF-1.7"],
])("%s is refused", async (_name, signature) => {
  await rejectionOf(resolveRecording(bytesOf(signature), {}), ConfigurationError);
});

const file = (bytes: Uint8Array<ArrayBuffer>, name: string, type: string) => new File([bytes], name, { type });

test.each<[string, RecordingSource, RecordingOptions, string]>([
  [
    "contentType comes first, and need not be audio",
    file(wavBytes(), "a.wav", "audio/wav"),
    { contentType: "video/mp4" },
    "video/mp4",
  ],
  [
    "the source's type comes before its name",
    file(wavBytes(), "a.wav", "audio/ogg; codecs=opus"),
    {},
    "audio/ogg; codecs=opus",
  ],
  [
    "a source that only says that it is bytes has its name",
    file(unknownBytes, "a.mp3", "application/octet-stream"),
    {},
    "audio/mpeg",
  ],
])("%s", async (_rule, source, options, contentType) => {
  expect(await typeOf(source, options)).toBe(contentType);
});

test("a source that says it is no audio is refused, unless contentType is passed", async () => {
  const error = await rejectionOf(typeOf(file(wavBytes(), "call.wav", "text/plain")), ConfigurationError);
  expect(error.message).toContain('"text/plain", which is no audio');
});

test("an { open } whose name shows no type is opened to read its first bytes", async () => {
  const open = vi.fn(() => streamOf(wavBytes()));
  expect(await typeOf({ open, sizeBytes: 64 })).toBe("audio/wav");
  expect(open).toHaveBeenCalledOnce();
});

test("a { stream } whose type nothing shows is refused, unread", async () => {
  const stream = streamOf(wavBytes());
  const error = await rejectionOf(typeOf({ stream, sizeBytes: 64 }), ConfigurationError);
  expect(error.message).toContain("Pass contentType");
  expect(stream.locked).toBe(false);
});

test.each(["", "wav", "audio/", "audio/wav\r\nx: y", "audio/wäv"])(
  "the contentType %j is refused",
  async (contentType) => {
    const error = await rejectionOf(typeOf(wavBytes(), { contentType }), ConfigurationError);
    expect(error.message).toContain("contentType must be a MIME type");
  },
);

function bytesOf(signature: number[] | string): Uint8Array {
  const bytes = new Uint8Array(64).fill(7);
  const first = typeof signature === "string" ? [...signature].map((letter) => letter.charCodeAt(0)) : signature;
  bytes.set(first);
  return bytes;
}
