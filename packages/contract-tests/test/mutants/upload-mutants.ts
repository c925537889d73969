import {
  type ApplyMutation,
  alterSuccess,
  type Forward,
  type InterceptedRequest,
  intercept,
  type Mutant,
} from "./mutant.ts";

interface Granted {
  presignedUrl: string;
  contentType: string;
}

/** Mutants of the store. */
export const uploadMutants: readonly Mutant[] = [
  {
    name: "the store ignores the signature",
    statements: ["5.4"],
    apply: withKnownGrants(async ({ headers }, forward, granted) => {
      const isGrantedType = headers.get("content-type") === granted?.contentType;
      return granted && isGrantedType ? forward({ url: new URL(granted.presignedUrl) }) : forward();
    }),
  },
  {
    name: "the store accepts any content type",
    statements: ["4.upload.content-type"],
    apply: withKnownGrants(async ({ url }, forward, granted) => {
      const isSigned = url.href === granted?.presignedUrl;
      return granted && isSigned ? forward({ init: { headers: { "content-type": granted.contentType } } }) : forward();
    }),
  },
  {
    name: "an expired address is valid",
    statements: ["8.presigned-url"],
    apply: intercept("uploadRecording", async (_request, forward, service) => {
      service.clock.advance(-10_000);
      const response = await forward();
      service.clock.advance(10_000);
      return response;
    }),
  },
  {
    name: "the store requires a bearer header",
    statements: ["1.flow", "2.upload-grant.presignedUrl", "4.upload.put", "4.upload.bearer"],
    apply: intercept("uploadRecording", async ({ headers }, forward) =>
      headers.has("authorization") ? forward() : new Response(null, { status: 403 }),
    ),
  },
  {
    name: "the public address returns 404 after the upload",
    statements: ["2.upload-grant.publicUrl"],
    apply: intercept("readRecording", async () => new Response(null, { status: 404 })),
  },
  {
    name: "the public address returns other bytes than were uploaded",
    statements: ["2.upload-grant.publicUrl"],
    apply: intercept("readRecording", async (_request, forward) => {
      const response = await forward();
      if (!response.ok) return response;
      return new Response(
        (await response.bytes()).map((byte) => byte ^ 1),
        { headers: response.headers },
      );
    }),
  },
  {
    name: "the signed address is the public one",
    statements: ["2.upload-grant.publicUrl"],
    apply: alterSuccess("createUploadUrl", "data", (grant) => ({
      ...Object(grant),
      publicUrl: Object(grant).presignedUrl,
    })),
  },
  {
    name: "two grants have the same key",
    statements: ["2.upload-grant.key"],
    apply: alterSuccess("createUploadUrl", "data.key", () => "recordings/contract-test.wav"),
  },
];

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
