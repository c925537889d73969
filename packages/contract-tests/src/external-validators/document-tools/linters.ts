/** Tools that read and check a document. */
import { readFile } from "node:fs/promises";
import {
  type DocumentTool,
  documentFile,
  documentFiles,
  importInstalled,
  installedFile,
  runProgram,
} from "./document-tool.ts";

const noProblem = "no errors, no warnings";

const spectral: DocumentTool = {
  name: "@stoplight/spectral-cli",
  version: "6.16.3",
  trial: "lints the three documents with `spectral:oas` and `openapi/spectral.yaml`",
  async run({ installation, folder }) {
    const program = installedFile(installation, "@stoplight/spectral-cli/dist/index.js");
    const options = ["lint", "--ruleset", documentFile("spectral.yaml"), "--fail-severity", "hint"];
    await runProgram([program, ...options, ...Object.values(documentFiles)], { cwd: folder });
    return noProblem;
  },
};

const redocly: DocumentTool = {
  name: "@redocly/cli",
  version: "2.77.0",
  trial: "lints the three documents with `recommended` and `openapi/redocly.yaml`",
  async run({ installation }) {
    const program = installedFile(installation, "@redocly/cli/bin/cli.js");
    const config = documentFile("redocly.yaml");
    const env = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
    const options = ["lint", "--config", config, "--format", "json", ...Object.values(documentFiles)];
    // It prints one report a document, and fails for errors alone.
    const output = await runProgram([program, ...options], { cwd: documentFile("."), env });
    if (/"warnings": [1-9]/.test(output)) throw new Error(output);
    return noProblem;
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

const swaggerCli: DocumentTool = {
  name: "@apidevtools/swagger-cli",
  version: "4.0.4",
  trial: "validates the three documents",
  async run({ installation, folder }) {
    const program = installedFile(installation, "@apidevtools/swagger-cli/bin/swagger-cli.js");
    for (const file of Object.values(documentFiles)) await runProgram([program, "validate", file], { cwd: folder });
    return "valid";
  },
};

const scalar: DocumentTool = {
  name: "@scalar/openapi-parser",
  version: "0.28.6",
  trial: "validates the three documents",
  async run({ installation }) {
    const { validate } = await importInstalled(installation, "@scalar/openapi-parser");
    for (const file of Object.values(documentFiles)) {
      const { valid, errors } = await validate(await readFile(file, "utf8"));
      if (!valid) throw new Error(JSON.stringify(errors));
    }
    return "valid";
  },
};

/** Linters and validators of OpenAPI documents. */
export const linters: readonly DocumentTool[] = [spectral, redocly, swaggerParser, swaggerCli, scalar];
