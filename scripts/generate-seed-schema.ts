/** Writes the JSON Schema of seed files, by which editors complete and check them, from the schema that the fake checks with. */
import { importSource } from "./import-bundled.ts";

/** Where the JSON Schema is, from the root of the repository. */
export const seedSchemaPath = "packages/mock/src/scenarios/generated/seed-file.schema.json";

// Editors know draft 7 best. Any value stands for the dates that a fault in process can have.
const entry = `
  import * as z from "zod";
  import { seedSchema } from "./seed-schema.js";
  export const schema = z.toJSONSchema(seedSchema, { target: "draft-7", io: "input", unrepresentable: "any" });
`;

/** The text of the JSON Schema. */
export async function seedSchemaText(): Promise<string> {
  const { schema } = await importSource<{ schema: { $schema: string } }>(entry, "packages/mock/src/scenarios");
  const { $schema, ...rest } = schema;
  const head = { $schema, title: "Seed file of call-analysis-mock" };
  return `${JSON.stringify({ ...head, ...rest }, null, 2)}\n`;
}
