/** Which MIME type and which name a recording is sent with: one rule for every kind of source. */
import { ConfigurationError, RecordingError, type RecordingSource } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { streamOf, temporaryFile, wavBytes } from "../support/recordings.ts";
import { virtualInterface } from "../support/virtual-interface.ts";

const bytes = wavBytes(64);
const file = (name: string, type: string) => new File([bytes], name, { type });
const upload = (source: RecordingSource, options = {}) => virtualInterface().client().calls.upload(source, options);

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
  ["WaV", "audio/wav"],
])("a name that ends in .%s is of %s", async (ending, contentType) => {
  expect(await upload(bytes, { filename: `call.${ending}` })).toMatchObject({ contentType });
});

test.each<[string, RecordingSource, object, string]>([
  ["what is passed comes first", file("a.wav", "audio/wav"), { contentType: "audio/x-mine" }, "audio/x-mine"],
  ["what is passed need not be audio", file("a.wav", "audio/wav"), { contentType: "video/mp4" }, "video/mp4"],
  ["the ending comes before the source's word", file("a.mp3", "audio/wav"), {}, "audio/mpeg"],
  ["the ending of a filename that is passed counts", file("a.mp3", "audio/wav"), { filename: "a.flac" }, "audio/flac"],
  ["the ending stands against a type that is no audio", file("a.mp3", "text/plain"), {}, "audio/mpeg"],
  ["the source's word comes last", file("a", "audio/ogg; codecs=opus"), {}, "audio/ogg; codecs=opus"],
  ["a video container counts as its audio type", file("a", "video/mp4"), {}, "audio/mp4"],
  ["so does one with parameters", file("a", "video/webm;codecs=opus"), {}, "audio/webm;codecs=opus"],
  ["so does 3gpp", file("a", "video/3gpp"), {}, "audio/3gpp"],
  ["so does application/ogg", file("a", "application/ogg"), {}, "audio/ogg"],
  ["a Blob has the same rule as a File", new Blob([bytes], { type: "video/webm" }), {}, "audio/webm"],
])("%s", async (_rule, source, options, contentType) => {
  expect(await upload(source, options)).toMatchObject({ contentType });
});

test("a path has the same rule as a File", async () => {
  expect(await upload({ path: temporaryFile("a.webm") })).toMatchObject({ contentType: "audio/webm" });
});

test.each<[string, RecordingSource, object]>([
  ["bytes without a name", bytes, {}],
  ["a name without an ending", bytes, { filename: "call" }],
  ["an ending that tells no audio", bytes, { filename: "call.txt" }],
  ["a type that is no audio", file("a", "text/plain"), {}],
  ["a video that is no container of audio", file("a", "video/x-msvideo"), {}],
  ["a type that is cut", file("a", "audio/"), {}],
  ["bytes without a word", file("a", "application/octet-stream"), {}],
  ["a property of every object as an ending", bytes, { filename: "call.constructor" }],
  ["a stream without a name", { open: () => streamOf(bytes), sizeBytes: 64 }, {}],
])("of %s nothing tells the type, and the error names contentType", async (_what, source, options) => {
  const error = await rejectionOf(upload(source, options), RecordingError);
  expect(error.message).toMatch(/^contentType\b/);
});

test.each(["", "wav", "audio/", "audio/wav\r\nx: y", "audio/wäv"])(
  "the contentType %j is refused",
  async (contentType) => {
    await rejectionOf(upload(bytes, { contentType }), ConfigurationError);
  },
);

test.each<[string, RecordingSource, object, string]>([
  ["a path that is passed", bytes, { filename: "/home/asha/call.wav" }, "call.wav"],
  ["a Windows path that is passed", bytes, { filename: "C:\\calls\\call.wav" }, "call.wav"],
  ["a File whose name is a path", file("folder/call.wav", ""), {}, "call.wav"],
  ["a name in another Unicode form", file("u\u0308ber.wav", ""), {}, "\u00fcber.wav"],
  ["a name of the caller's before the source's", file("other.wav", ""), { filename: "call.wav" }, "call.wav"],
  ["a File whose name is blank", file(" ", "audio/wav"), {}, "recording"],
  ["a blank name that is passed", file("call.wav", ""), { filename: " " }, "call.wav"],
  ["what has no name", bytes, { contentType: "audio/wav" }, "recording"],
  ["a path that ends with a slash", bytes, { filename: "calls/", contentType: "audio/wav" }, "recording"],
])("%s gives a name that is the last part of a path", async (_what, source, options, filename) => {
  expect(await upload(source, options)).toMatchObject({ filename });
});
