/** Tools that read and check a document. */
import {
  type DocumentTool,
  documentFile,
  documentFiles,
  importInstalled,
  installedFile,
  runProgram,
} from "./document-tool.ts";

const spectral: DocumentTool = {
  name: "@stoplight/spectral-cli",
  version: "6.16.3",
  trial: "lints the three documents with `spectral:oas` and `openapi/spectral.yaml`",
  async run({ installation, folder }) {
    const program = installedFile(installation, "@stoplight/spectral-cli/dist/index.js");
    const options = ["lint", "--ruleset", documentFile("spectral.yaml"), "--fail-severity", "hint"];
    await runProgram([program, ...options, ...Object.values(documentFiles)], { cwd: folder });
    return "no errors, no warnings";
  },
};

const swaggerParser: DocumentTool = {
  name: "@apidevtools/swagger-parser",
  version: "13.1.0",
  trial: "validates the three documents",
  async run({ installation }) {
    const { default: SwaggerParser } = await importInstalled(installation, "@apidevtools/swagger-parser");
    for (const file of Object.values(documentFiles)) await SwaggerParser.validate(file);
    return "valid";
  },
};

/** A linter and a validator of OpenAPI documents. `lint` runs Redocly. */
export const linters: readonly DocumentTool[] = [spectral, swaggerParser];
