import type { Case } from "../case.ts";
import { isRejection, isSuccess } from "../contract.ts";
import { alterResponse, alterSuccess, intercept } from "../fault.ts";
import { assert } from "../finding.ts";
import { grantUpload, putRecording, sampleWav, uploadRecording } from "../steps.ts";

const grantLifetimeMs = 15 * 60_000;
const step = "4. Upload step";

/** Makes a signed URL invalid. */
const invalidSignatures: Record<string, (address: string, other: string) => string> = {
  "with a changed signature": withChangedSignature,
  "without a signature": (address) => address.replace(/\?.*$/, ""),
  "with the signature of another grant": (address, other) => address.replace(/\?.*$/, new URL(other).search),
};

/** Upload grants, uploads and public URLs. */
export const uploadCases: readonly Case[] = [
  {
    name: "a grant has a key, a signed address and a public address, which another grant has not",
    tag: "documented",
    spec: "2. Upload grant",
    operation: "createUploadUrl",
    async run(context) {
      const [one, other] = [await grantUpload(context), await grantUpload(context)];
      const isSigned = one.presignedUrl !== one.publicUrl;
      assert(isSigned, { place: "data.presignedUrl", expected: "another address than the public one" });
      for (const field of ["key", "publicUrl"] as const)
        assert(one[field] !== other[field], { place: `data.${field}`, expected: "another one for each grant" });
    },
    faults: {
      "the signed address is the public one": alterSuccess("createUploadUrl data", (grant) => ({
        ...Object(grant),
        publicUrl: Object(grant).presignedUrl,
      })),
      "every grant has the same key": alterSuccess("createUploadUrl data.key", () => "recordings/contract-test.wav"),
    },
  },
  {
    name: "a grant takes any file name",
    tag: "assumed",
    spec: "4. Calls, POST /calls/presigned-url",
    operation: "createUploadUrl",
    async run({ client, observe }) {
      for (const filename of ["../../etc/passwd.wav", "C:\\calls\\ä ö?#%.wav", "एक.wav", `${"a".repeat(5_000)}.wav`]) {
        const response = await client.send("createUploadUrl", { body: { filename, contentType: "audio/wav" } });
        observe({ row: "blank-names", expected: "any file name that is not blank", isMet: isSuccess(response) });
      }
    },
    faults: {
      "a file name may have 100 characters": intercept("createUploadUrl", async ({ init }, forward) =>
        String(init.body).length > 200 ? Response.json({}, { status: 400 }) : forward(),
      ),
    },
  },
  ...["audio/wav", "audio/mpeg", "audio/mp4", "audio/ogg; codecs=opus"].map(
    (contentType): Case => ({
      name: `the signed address accepts ${contentType} without a bearer header`,
      tag: "documented",
      spec: "5. Authentication, rule 4",
      operation: "uploadRecording",
      async run(context) {
        await uploadRecording(context, { contentType });
      },
      faults: {
        "the store requires a bearer header": intercept("uploadRecording", async ({ headers }, forward) =>
          headers.has("authorization") ? forward() : new Response(null, { status: 403 }),
        ),
      },
    }),
  ),
  ...Object.entries(invalidSignatures).map(
    ([what, change]): Case => ({
      name: `an upload ${what} is rejected, with 403 and XML`,
      tag: "negative",
      spec: "5. Authentication, rule 4",
      operation: "uploadRecording",
      async run(context) {
        const [one, other] = [await grantUpload(context), await grantUpload(context)];
        const upload = await putRecording(context, change(one.presignedUrl, other.presignedUrl));
        assert(isRejection(upload), { place: "status", expected: `4xx for an upload ${what}` });
        const isMet = upload.status === 403 && /xml/.test(upload.headers.get("content-type") ?? "");
        context.observe({ row: "storage-errors", expected: "403 and XML", isMet });
      },
      faults: {
        "the store accepts an upload that is not signed": alterResponse("uploadRecording", (response) =>
          response.status === 403 ? new Response() : response,
        ),
      },
    }),
  ),
  {
    name: "an upload returns 200",
    tag: "assumed",
    spec: step,
    operation: "uploadRecording",
    async run(context) {
      const { status } = await putRecording(context, (await grantUpload(context)).presignedUrl);
      context.observe({ row: "upload-response", expected: "200", isMet: status === 200 });
    },
  },
  {
    name: "an upload whose Content-Type is not the granted one is rejected",
    tag: "assumed",
    spec: step,
    operation: "uploadRecording",
    async run(context) {
      const { presignedUrl } = await grantUpload(context, "audio/wav");
      const upload = await putRecording(context, presignedUrl, { contentType: "audio/wav; charset=utf-8" });
      context.observe({ row: "upload-content-type", expected: "a rejection", isMet: !isSuccess(upload) });
    },
    faults: {
      "the store accepts a content type with parameters that were not granted": intercept(
        "uploadRecording",
        async ({ headers }, forward) => {
          const [type = ""] = (headers.get("content-type") ?? "").split(";");
          return forward({ headers: { "content-type": type } });
        },
      ),
    },
  },
  {
    name: "anybody can read the uploaded bytes at the public address",
    tag: "assumed",
    spec: "2. Upload grant, publicUrl",
    operation: "readRecording",
    async run(context) {
      const bytes = sampleWav({ pitch: 7 });
      const { publicUrl } = await uploadRecording(context, { bytes });
      const read = await context.client.sendTo("readRecording", publicUrl);
      context.observe({ row: "public-address", expected: "the same bytes", isMet: areEqual(read.bytes, bytes) });
    },
    faults: {
      "the public address returns 404 after the upload": alterResponse(
        "readRecording",
        () => new Response(null, { status: 404 }),
      ),
      "the public address returns other bytes than were uploaded": alterResponse("readRecording", async (response) =>
        response.ok ? new Response((await response.bytes()).map((byte) => byte ^ 1)) : response,
      ),
    },
  },
  {
    name: "before the upload the public address returns 404",
    tag: "assumed",
    spec: "2. Upload grant, publicUrl",
    operation: "readRecording",
    async run(context) {
      const { status } = await context.client.sendTo("readRecording", (await grantUpload(context)).publicUrl);
      context.observe({ row: "public-address", expected: "404 before the upload", isMet: status === 404 });
    },
    faults: {
      "a recording can be read before its upload": alterResponse("readRecording", (response) =>
        response.status === 404 ? new Response() : response,
      ),
    },
  },
  {
    name: "a signed address accepts a second upload, which replaces the first",
    tag: "assumed",
    spec: step,
    operation: "uploadRecording",
    async run(context) {
      const bytes = sampleWav({ pitch: 9 });
      const { presignedUrl, publicUrl } = await uploadRecording(context);
      await putRecording(context, presignedUrl, { bytes });
      const read = await context.client.sendTo("readRecording", publicUrl);
      context.observe({ row: "repeated-upload", expected: "the later bytes", isMet: areEqual(read.bytes, bytes) });
    },
  },
  {
    name: "the store ignores a bearer header",
    tag: "assumed",
    spec: "5. Authentication, rule 4",
    operation: "uploadRecording",
    async run(context) {
      const { presignedUrl } = await grantUpload(context);
      const upload = await putRecording(context, presignedUrl, { authorization: "Bearer of-nobody" });
      context.observe({ row: "upload-bearer", expected: "success", isMet: isSuccess(upload) });
    },
  },
  {
    name: "a signed address is valid for 15 minutes, and no longer",
    tag: "assumed",
    spec: "8. Limits, presigned URL lifetime",
    operation: "uploadRecording",
    needs: "clock",
    async run(context) {
      const { presignedUrl } = await grantUpload(context);
      context.target.advanceClock?.(grantLifetimeMs - 5_000);
      const before = await putRecording(context, presignedUrl);
      context.target.advanceClock?.(10_000);
      const after = await putRecording(context, presignedUrl);
      const isMet = isSuccess(before) && !isSuccess(after);
      context.observe({ row: "upload-url-lifetime", expected: "valid for 15 minutes", isMet });
    },
    faults: {
      "an expired address is valid": alterResponse("uploadRecording", () => new Response()),
    },
  },
];

/** Changes the last character of every parameter, because the specification does not say which one is the signature. */
function withChangedSignature(address: string): string {
  const url = new URL(address);
  for (const [name, value] of [...url.searchParams]) {
    url.searchParams.set(name, value.slice(0, -1) + (value.endsWith("1") ? "2" : "1"));
  }
  return url.href;
}

function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
