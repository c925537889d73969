import { alterResponse, alterSuccess, intercept, type Mutant, mutantsOf } from "./mutant.ts";

/** Mutants of the store. */
export const uploadMutants: readonly Mutant[] = mutantsOf({
  "5.4: the store accepts an upload that is not signed": alterResponse("uploadRecording", (response) =>
    response.status === 403 ? new Response() : response,
  ),
  "4.upload.content-type: the store accepts a content type with parameters that were not granted": intercept(
    "uploadRecording",
    async ({ headers }, forward) => {
      const response = await forward();
      const [type = ""] = (headers.get("content-type") ?? "").split(";");
      return response.ok ? response : forward({ headers: { "content-type": type } });
    },
  ),
  "8.presigned-url: an expired address is valid": intercept("uploadRecording", async (_request, forward, service) => {
    service.clock.advance(-10_000);
    const response = await forward();
    service.clock.advance(10_000);
    return response;
  }),
  "1.flow, 2.upload-grant.presignedUrl, 4.upload.bearer, 4.upload.put: the store requires a bearer header": intercept(
    "uploadRecording",
    async ({ headers }, forward) => (headers.has("authorization") ? forward() : new Response(null, { status: 403 })),
  ),
  "2.upload-grant.publicUrl: the public address returns 404 after the upload": alterResponse(
    "readRecording",
    () => new Response(null, { status: 404 }),
  ),
  "2.upload-grant.publicUrl: the public address returns other bytes than were uploaded": alterResponse(
    "readRecording",
    async (response) => {
      if (!response.ok) return response;
      return new Response((await response.bytes()).map((byte) => byte ^ 1));
    },
  ),
  "2.upload-grant.publicUrl: the signed address is the public one": alterSuccess("createUploadUrl data", (grant) => ({
    ...Object(grant),
    publicUrl: Object(grant).presignedUrl,
  })),
});
