import { alterSuccess, type Fault, intercept, type Pass, type Plant, type Sent } from "./fault.ts";

interface Granted {
  presignedUrl: string;
  contentType: string;
}

/** Ways in which a store can be wrong. */
export const uploadFaults: readonly Fault[] = [
  {
    name: "the store does not look at the signature",
    breaks: "section 5, rule 4",
    plant: knowingGrants(async ({ headers }, pass, granted) => {
      const isGrantedType = headers.get("content-type") === granted?.contentType;
      return granted && isGrantedType ? pass({ url: new URL(granted.presignedUrl) }) : pass();
    }),
  },
  {
    name: "the store takes any type",
    breaks: "section 4, Upload step",
    plant: knowingGrants(async ({ url }, pass, granted) => {
      const isSigned = url.href === granted?.presignedUrl;
      return granted && isSigned ? pass({ init: { headers: { "content-type": granted.contentType } } }) : pass();
    }),
  },
  {
    name: "an expired address is good",
    breaks: "section 8, presigned URL lifetime",
    plant: intercept("uploadRecording", async (_sent, pass, service) => {
      service.clock.advance(-10_000);
      const response = await pass();
      service.clock.advance(10_000);
      return response;
    }),
  },
  {
    name: "the store wants a bearer header",
    breaks: "section 4, Upload step",
    plant: intercept("uploadRecording", async ({ headers }, pass) =>
      headers.has("authorization") ? pass() : new Response(null, { status: 403 }),
    ),
  },
  {
    name: "the public address gives 404 after the upload",
    breaks: "section 2, Upload grant, publicUrl",
    plant: intercept("readRecording", async () => new Response(null, { status: 404 })),
  },
  {
    name: "the public address gives other bytes than were uploaded",
    breaks: "section 2, Upload grant, publicUrl",
    plant: intercept("readRecording", async (_sent, pass) => {
      const response = await pass();
      if (!response.ok) return response;
      return new Response(
        (await response.bytes()).map((byte) => byte ^ 1),
        { headers: response.headers },
      );
    }),
  },
  {
    name: "the signed address is the public one",
    breaks: "section 2, Upload grant",
    plant: alterSuccess("createUploadUrl", "data", (grant) => ({
      ...Object(grant),
      publicUrl: Object(grant).presignedUrl,
    })),
  },
  {
    name: "two grants have the same key",
    breaks: "section 2, Upload grant, key",
    plant: alterSuccess("createUploadUrl", "data.key", () => "recordings/contract-test.wav"),
  },
];

/** A store that remembers what was granted, by the address without its signature. */
function knowingGrants(answer: (sent: Sent, pass: Pass, granted: Granted | undefined) => Promise<Response>): Plant {
  const grants = new Map<string, Granted>();
  const remember = intercept("createUploadUrl", async ({ init }, pass) => {
    const response = await pass();
    if (!response.ok) return response;
    const { data } = await response.clone().json();
    const { contentType } = JSON.parse(String(init.body));
    grants.set(data.publicUrl, { presignedUrl: data.presignedUrl, contentType });
    return response;
  });
  return (service) => {
    const upload = intercept("uploadRecording", (sent, pass) =>
      answer(sent, pass, grants.get(sent.url.origin + sent.url.pathname)),
    );
    return upload({ ...service, fetch: remember(service) });
  };
}
