import { isSuccess } from "../exchange/exchange.ts";
import { grantUpload, putRecording, readRecording, uploadRecording } from "../steps/recordings.ts";
import { wav } from "../steps/wav.ts";
import type { Case } from "./case.ts";

const lifetimeMs = 15 * 60_000;

/** What `ASSUMPTIONS.md` says of uploads. */
export const uploadAssumptionCases: readonly Case[] = [
  {
    name: "an upload is answered with 200",
    tag: "assumed",
    operation: "uploadRecording",
    source: "section 4, Upload step",
    async run(context) {
      const { status } = await putRecording(context, (await grantUpload(context)).presignedUrl);
      context.observe({ assumption: "upload-response", expected: "200", observed: String(status) });
    },
  },
  {
    name: "the public address gives the uploaded bytes to everybody",
    tag: "assumed",
    operation: "readRecording",
    source: "section 2, Upload grant, publicUrl",
    async run(context) {
      const bytes = wav({ pitch: 7 });
      const { publicUrl } = await uploadRecording(context, { bytes });
      const answer = await readRecording(context, publicUrl);
      const observed = isSuccess(answer) ? sameOrOther(answer.bytes, bytes) : `status ${answer.status}`;
      context.observe({ assumption: "public-address", expected: "the same bytes", observed });
    },
  },
  {
    name: "before the upload the public address gives 404",
    tag: "assumed",
    operation: "readRecording",
    source: "section 2, Upload grant, publicUrl",
    async run(context) {
      const { status } = await readRecording(context, (await grantUpload(context)).publicUrl);
      const situation = "before the upload";
      context.observe({
        assumption: "public-address",
        expected: `404 ${situation}`,
        observed: `${status} ${situation}`,
      });
    },
  },
  {
    name: "a signed address takes a second upload, and the later recording counts",
    tag: "assumed",
    operation: "uploadRecording",
    source: "section 4, Upload step",
    async run(context) {
      const bytes = wav({ pitch: 9 });
      const { presignedUrl, publicUrl } = await uploadRecording(context);
      const again = await putRecording(context, presignedUrl, { bytes });
      const { bytes: kept } = await readRecording(context, publicUrl);
      const observed = isSuccess(again) ? sameOrOther(kept, bytes) : "refused";
      context.observe({ assumption: "repeated-upload", expected: "the same bytes", observed });
    },
  },
  {
    name: "a bearer header at the store is not looked at",
    tag: "assumed",
    operation: "uploadRecording",
    source: "section 5, rule 4",
    async run(context) {
      const { presignedUrl } = await grantUpload(context);
      const answer = await putRecording(context, presignedUrl, { authorization: "Bearer of-nobody" });
      const observed = isSuccess(answer) ? "not looked at" : "refused";
      context.observe({ assumption: "upload-bearer", expected: "not looked at", observed });
    },
  },
  {
    name: "a type other than the one that was granted is refused, with XML",
    tag: "negative",
    operation: "uploadRecording",
    source: "section 4, Upload step",
    async run(context) {
      const { presignedUrl } = await grantUpload(context, "audio/wav");
      const { status, headers } = await putRecording(context, presignedUrl, { contentType: "audio/mpeg" });
      const format = /xml/.test(headers.get("content-type") ?? "") ? "XML" : "another format";
      context.observe({ assumption: "storage-errors", expected: "403, XML", observed: `${status}, ${format}` });
    },
  },
  {
    name: "a signed address is good for 15 minutes, and no longer",
    tag: "assumed",
    operation: "uploadRecording",
    source: "section 8, presigned URL lifetime",
    needs: ["clock"],
    async run(context) {
      const { presignedUrl } = await grantUpload(context);
      context.target.advanceClock?.(lifetimeMs - 5_000);
      const before = await putRecording(context, presignedUrl);
      context.target.advanceClock?.(10_000);
      const after = await putRecording(context, presignedUrl);
      const observed = `${goodOrBad(before)} before, ${goodOrBad(after)} after`;
      context.observe({ assumption: "upload-url-lifetime", expected: "good before, refused after", observed });
    },
  },
];

function sameOrOther(one: Uint8Array, other: Uint8Array): string {
  return Buffer.compare(one, other) === 0 ? "the same bytes" : "other bytes";
}

function goodOrBad(answer: { status: number }): string {
  return isSuccess(answer) ? "good" : "refused";
}
