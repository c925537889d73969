import { type Case, observeStatus } from "../case.ts";
import { isRejection, isSuccess } from "../contract/response-check.ts";
import { assert } from "../contract-violation.ts";
import { grantUpload, putRecording, readRecording, sampleWav, uploadRecording } from "../steps/recordings.ts";

const grantLifetimeMs = 15 * 60_000;

/** Changes a signed address to one that is not valid. */
const invalidSignatures: Record<string, (address: string, other: string) => string> = {
  "with a changed signature": withChangedSignature,
  "without a signature": (address) => address.replace(/\?.*$/, ""),
  "with the signature of another grant": (address, other) => address.replace(/\?.*$/, new URL(other).search),
};

/**
 * Upload grants, uploads and public addresses.
 *
 * @see the specification's sections 2, Upload grant, 4, Upload step, and 5, rule 4
 */
export const uploadCases: readonly Case[] = [
  {
    name: "a grant has a key, a signed address and a public address",
    tag: "documented",
    operation: "createUploadUrl",
    statements: ["2.upload-grant.publicUrl", "2.upload-grant.presignedUrl"],
    async run(context) {
      const { key, presignedUrl, publicUrl } = await grantUpload(context);
      assert(key !== "", "A grant has a storage key.");
      assert(isHttp(presignedUrl) && isHttp(publicUrl), "Both addresses are http or https.");
      assert(presignedUrl !== publicUrl, "The signed address is not the public one.");
    },
  },
  {
    name: "two grants for the same file name have different keys and addresses",
    tag: "documented",
    operation: "createUploadUrl",
    statements: ["2.upload-grant.key"],
    async run(context) {
      const [one, other] = [await grantUpload(context), await grantUpload(context)];
      assert(one.key !== other.key, "Two grants have different storage keys.");
      assert(one.publicUrl !== other.publicUrl, "Two grants have different public addresses.");
    },
  },
  {
    name: "a grant takes any file name",
    tag: "assumed",
    operation: "createUploadUrl",
    statements: ["4.POST /calls/presigned-url.body"],
    async run({ client }) {
      for (const filename of ["../../etc/passwd.wav", "C:\\calls\\ä ö?#%.wav", "एक.wav", `${"a".repeat(5_000)}.wav`]) {
        const { data } = await client.expectSuccess("createUploadUrl", {
          body: { filename, contentType: "audio/wav" },
        });
        assert(URL.canParse(data.publicUrl), "The public address is an address, whatever the file name.");
      }
    },
  },
  ...["audio/wav", "audio/mpeg", "audio/mp4", "audio/ogg; codecs=opus"].map(
    (contentType): Case => ({
      name: `the signed address accepts ${contentType} without a bearer header`,
      tag: "documented",
      operation: "uploadRecording",
      statements: ["4.upload.put", "4.upload.bearer", "2.upload-grant.presignedUrl"],
      async run(context) {
        await uploadRecording(context, { contentType });
      },
    }),
  ),
  ...Object.entries(invalidSignatures).map(
    ([what, change]): Case => ({
      name: `an upload ${what} is rejected, with 403 and XML`,
      tag: "negative",
      operation: "uploadRecording",
      statements: ["5.4", "4.upload.response"],
      async run(context) {
        const [one, other] = [await grantUpload(context), await grantUpload(context)];
        const upload = await putRecording(context, change(one.presignedUrl, other.presignedUrl));
        assert(isRejection(upload), `An upload ${what} is rejected.`);
        const format = /xml/.test(upload.headers.get("content-type") ?? "") ? "XML" : "another format";
        context.observe({
          assumption: "storage-errors",
          expected: "403, XML",
          observed: `${upload.status}, ${format}`,
        });
      },
    }),
  ),
  {
    name: "an upload returns 200",
    tag: "assumed",
    operation: "uploadRecording",
    statements: ["4.upload.response"],
    async run(context) {
      const { status } = await putRecording(context, (await grantUpload(context)).presignedUrl);
      context.observe({ assumption: "upload-response", expected: "200", observed: String(status) });
    },
  },
  {
    name: "an upload whose Content-Type is not the granted one is rejected",
    tag: "assumed",
    operation: "uploadRecording",
    statements: ["4.upload.content-type"],
    async run(context) {
      const { presignedUrl } = await grantUpload(context, "audio/wav");
      const upload = await putRecording(context, presignedUrl, { contentType: "audio/wav; charset=utf-8" });
      const observed = isSuccess(upload) ? "accepted" : "rejected";
      context.observe({ assumption: "upload-content-type", expected: "rejected", observed });
    },
  },
  {
    name: "anybody can read the uploaded bytes at the public address",
    tag: "assumed",
    operation: "readRecording",
    statements: ["2.upload-grant.publicUrl"],
    async run(context) {
      const bytes = sampleWav({ pitch: 7 });
      const { publicUrl } = await uploadRecording(context, { bytes });
      const response = await readRecording(context, publicUrl);
      const observed = isSuccess(response) ? compareBytes(response.bytes, bytes) : `status ${response.status}`;
      context.observe({ assumption: "public-address", expected: "the same bytes", observed });
    },
  },
  {
    name: "before the upload the public address returns 404",
    tag: "assumed",
    operation: "readRecording",
    statements: ["2.upload-grant.publicUrl"],
    async run(context) {
      const { status } = await readRecording(context, (await grantUpload(context)).publicUrl);
      observeStatus(context, { assumption: "public-address", expected: "404 before the upload", status });
    },
  },
  {
    name: "a signed address accepts a second upload, which replaces the first",
    tag: "assumed",
    operation: "uploadRecording",
    statements: ["2.upload-grant.presignedUrl"],
    async run(context) {
      const bytes = sampleWav({ pitch: 9 });
      const { presignedUrl, publicUrl } = await uploadRecording(context);
      const again = await putRecording(context, presignedUrl, { bytes });
      const { bytes: kept } = await readRecording(context, publicUrl);
      const observed = isSuccess(again) ? compareBytes(kept, bytes) : "rejected";
      context.observe({ assumption: "repeated-upload", expected: "the same bytes", observed });
    },
  },
  {
    name: "the store ignores a bearer header",
    tag: "assumed",
    operation: "uploadRecording",
    statements: ["4.upload.bearer"],
    async run(context) {
      const { presignedUrl } = await grantUpload(context);
      const response = await putRecording(context, presignedUrl, { authorization: "Bearer of-nobody" });
      const observed = isSuccess(response) ? "ignored" : "rejected";
      context.observe({ assumption: "upload-bearer", expected: "ignored", observed });
    },
  },
  {
    name: "a signed address is valid for 15 minutes, and no longer",
    tag: "assumed",
    operation: "uploadRecording",
    statements: ["8.presigned-url"],
    needs: ["clock"],
    async run(context) {
      const { presignedUrl } = await grantUpload(context);
      context.target.advanceClock?.(grantLifetimeMs - 5_000);
      const before = await putRecording(context, presignedUrl);
      context.target.advanceClock?.(10_000);
      const after = await putRecording(context, presignedUrl);
      const observed = `${validOrRejected(before)} before, ${validOrRejected(after)} after`;
      context.observe({ assumption: "upload-url-lifetime", expected: "valid before, rejected after", observed });
    },
  },
];

function isHttp(address: string): boolean {
  return /^https?:\/\//.test(address);
}

/** Changes the last character of every parameter, because the specification does not say which one is the signature. */
function withChangedSignature(address: string): string {
  const url = new URL(address);
  for (const [name, value] of [...url.searchParams]) {
    url.searchParams.set(name, value.slice(0, -1) + (value.endsWith("1") ? "2" : "1"));
  }
  return url.href;
}

function compareBytes(one: Uint8Array, other: Uint8Array): string {
  return Buffer.compare(one, other) === 0 ? "the same bytes" : "other bytes";
}

function validOrRejected(response: { status: number }): string {
  return isSuccess(response) ? "valid" : "rejected";
}
