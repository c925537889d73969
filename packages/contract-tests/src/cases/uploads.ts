import { must } from "../departure.ts";
import { isRefusal } from "../exchange/exchange.ts";
import { grantUpload, putRecording, uploadRecording } from "../steps/recordings.ts";
import type { Case } from "./case.ts";

/** @see the specification's sections 2, Upload grant, 4, Upload step, and 5, rule 4 */
export const uploadCases: readonly Case[] = [
  {
    name: "a grant has a key, a signed address and a public address, all three of its own",
    tag: "documented",
    operation: "createUploadUrl",
    source: "section 2, Upload grant",
    async run(context) {
      const { key, presignedUrl, publicUrl } = await grantUpload(context);
      must(key !== "", "A grant has a storage key.");
      must(isHttp(presignedUrl) && isHttp(publicUrl), "Both addresses are http or https.");
      must(presignedUrl !== publicUrl, "The signed address is not the public one.");
    },
  },
  {
    name: "two grants are for two places, even for the same file name",
    tag: "documented",
    operation: "createUploadUrl",
    source: "section 2, Upload grant, key",
    async run(context) {
      const [one, other] = [await grantUpload(context), await grantUpload(context)];
      must(one.key !== other.key, "Two grants have two storage keys.");
      must(one.publicUrl !== other.publicUrl, "Two grants have two public addresses.");
    },
  },
  ...["audio/wav", "audio/mpeg", "audio/mp4", "audio/ogg; codecs=opus"].map(
    (contentType): Case => ({
      name: `the signed address takes ${contentType} without a bearer header`,
      tag: "documented",
      operation: "uploadRecording",
      source: "section 4, Upload step",
      async run(context) {
        await uploadRecording(context, { contentType });
      },
    }),
  ),
  {
    name: "an address whose signature was changed is refused",
    tag: "negative",
    operation: "uploadRecording",
    source: "section 5, rule 4",
    async run(context) {
      const { presignedUrl } = await grantUpload(context);
      const upload = await putRecording(context, withChangedSignature(presignedUrl));
      must(isRefusal(upload), "An address with another signature is refused.");
    },
  },
  {
    name: "an address without its signature is refused",
    tag: "negative",
    operation: "uploadRecording",
    source: "section 5, rule 4",
    async run(context) {
      const { presignedUrl } = await grantUpload(context);
      const upload = await putRecording(context, presignedUrl.replace(/\?.*$/, ""));
      must(isRefusal(upload), "An address without a signature is refused.");
    },
  },
  {
    name: "the signature of another grant is refused",
    tag: "negative",
    operation: "uploadRecording",
    source: "section 5, rule 4",
    async run(context) {
      const [one, other] = [await grantUpload(context), await grantUpload(context)];
      const crossed = one.presignedUrl.replace(/\?.*$/, new URL(other.presignedUrl).search);
      must(isRefusal(await putRecording(context, crossed)), "A signature is good for its own key alone.");
    },
  },
];

function isHttp(address: string): boolean {
  return /^https?:\/\//.test(address);
}

/** Changes the last character of every parameter, for which of them is the signature is not shown. */
function withChangedSignature(address: string): string {
  const url = new URL(address);
  for (const [name, value] of [...url.searchParams]) {
    url.searchParams.set(name, value.slice(0, -1) + (value.endsWith("1") ? "2" : "1"));
  }
  return url.href;
}
