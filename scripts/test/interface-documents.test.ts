import { expect, test } from "vitest";
import { interfaceDocuments, type ServiceDocument } from "../interface-documents.ts";

const reference = (place: string) => ({ $ref: `#/components/${place}` });

/** A service with one path on each interface. Both use the schema `Shared`; nothing uses `Unused`. */
const whole: ServiceDocument = {
  openapi: "3.1.1",
  info: { title: "Service", description: "Both interfaces.\n\n**Provenance.** What is assumed." },
  servers: [{ url: "https://external.test/v1" }],
  security: [{ apiKey: [] }],
  tags: [
    { name: "Agents", description: "Agents." },
    { name: "Campaigns", description: "Campaigns." },
  ],
  paths: {
    "/agents": { get: { schema: reference("schemas/List") } },
    "/v1/campaigns": { servers: [{ url: "https://campaigns.test" }], post: { schema: reference("schemas/Prospect") } },
  },
  components: {
    securitySchemes: { apiKey: {} },
    schemas: {
      List: { items: reference("schemas/Shared") },
      Prospect: { items: reference("schemas/Own") },
      Own: { items: [reference("schemas/Shared"), reference("schemas/Prospect")] },
      Shared: {},
      Unused: {},
    },
    examples: { Prospect: {} },
  },
};

test("each interface gets its own paths, servers and tags", () => {
  const { external, campaigns } = interfaceDocuments(whole);
  expect(external).toMatchObject({ servers: whole.servers, paths: { "/agents": {} }, tags: [{ name: "Agents" }] });
  expect(campaigns).toMatchObject({ servers: [{ url: "https://campaigns.test" }], tags: [{ name: "Campaigns" }] });
  expect(Object.keys(Reflect.get(external, "paths"))).toEqual(["/agents"]);
  expect(Reflect.get(campaigns, "paths")).toEqual({ "/v1/campaigns": { post: whole.paths["/v1/campaigns"]?.post } });
});

test("a component goes with each interface whose paths reach it, and stays external when none does", () => {
  const { external, campaigns } = interfaceDocuments(whole);
  const names = (document: object) => Object.keys(Reflect.get(document, "components").schemas);
  expect(names(external)).toEqual(["List", "Shared", "Unused"]);
  expect(names(campaigns)).toEqual(["Prospect", "Own", "Shared"]);
  expect(Reflect.get(external, "components").examples).toEqual({ Prospect: {} });
  expect(campaigns).not.toHaveProperty("components.examples");
});

test("both interfaces keep the security scheme, which no reference names", () => {
  const { external, campaigns } = interfaceDocuments(whole);
  for (const document of [external, campaigns]) expect(document).toHaveProperty("components.securitySchemes.apiKey");
});

test("the campaign interface's description says what is assumed", () => {
  const { campaigns } = interfaceDocuments(whole);
  expect(campaigns).toHaveProperty("info.description", "Campaigns.\n\n**Provenance.** What is assumed.");
  const info = { title: "Service", description: "Nothing." };
  expect(() => interfaceDocuments({ ...whole, info })).toThrow("**Provenance.**");
});

test("the whole document is left as it was", () => {
  const before = structuredClone(whole);
  interfaceDocuments(whole);
  expect(whole).toEqual(before);
});
