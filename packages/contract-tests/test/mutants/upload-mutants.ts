import {
  type ApplyMutation,
  alterResponse,
  alterSuccess,
  type Forward,
  type InterceptedRequest,
  intercept,
  type Mutant,
  mutantsOf,
} from "./mutant.ts";

interface Granted {
  presignedUrl: string;
  contentType: string;
}

/** Mutants of the store. */
export const uploadMutants: readonly Mutant[] = mutantsOf({
  "5.4: the store ignores the signature": withKnownGrants(async ({ headers }, forward, granted) => {
    const isGrantedType = headers.get("content-type") === granted?.contentType;
    return granted && isGrantedType ? forward({ url: new URL(granted.presignedUrl) }) : forward();
  }),
  "4.upload.content-type: the store accepts any content type": withKnownGrants(async ({ url }, forward, granted) => {
    const isSigned = url.href === granted?.presignedUrl;
    return granted && isSigned ? forward({ init: { headers: { "content-type": granted.contentType } } }) : forward();
  }),
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

/** Remembers each grant by its address without the signature, and passes it to the handler of the upload. */
function withKnownGrants(
  handle: (request: InterceptedRequest, forward: Forward, granted: Granted | undefined) => Promise<Response>,
): ApplyMutation {
  const grants = new Map<string, Granted>();
  const remember = intercept("createUploadUrl", async ({ init }, forward) => {
    const response = await forward();
    if (!response.ok) return response;
    const { data } = await response.clone().json();
    const { contentType } = JSON.parse(String(init.body));
    grants.set(data.publicUrl, { presignedUrl: data.presignedUrl, contentType });
    return response;
  });
  return (service) => {
    const upload = intercept("uploadRecording", (request, forward) =>
      handle(request, forward, grants.get(request.url.origin + request.url.pathname)),
    );
    return upload({ ...service, fetch: remember(service) });
  };
}
