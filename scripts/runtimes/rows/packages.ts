/** The packages alone. */
import { deepEqual, match } from "node:assert/strict";
import { publicPackages } from "../../release/public-packages.ts";
import { fails, isLimited, notApplicable, type Project, type Row } from "../row.ts";
import { callModule, runTool } from "../trial.ts";

/** What the whole flow resolves to. */
export const wholeFlow = { agents: 4, uploaded: true, status: "completed", hasScore: true, error: 404 };

const project: Project = { name: "flow", consumers: ["flow"], packages: [] };
const opensNoPort = notApplicable("It opens no port.");
const startsNoProcess = notApplicable("It starts no processes.");

/** A module of the flow, and on runtimes with `require` its CommonJS twin. */
async function attemptBoth(trial: Parameters<Row["attempt"]>[0], name: string, ...parameters: string[]): Promise<void> {
  deepEqual(await callModule(trial, `${name}.mjs`, ...parameters), wholeFlow);
  if (trial.runtime.kind === "workerd" || trial.runtime.kind === "chromium") return;
  deepEqual(await callModule(trial, `${name}.cjs`, ...parameters), wholeFlow);
}

const client: Row = {
  name: "client",
  title: "client, over HTTP",
  project,
  attempt: (trial) => attemptBoth(trial, "client", trial.baseUrl),
  exceptions: {},
};

const fake: Row = {
  name: "fake",
  title: "fake, by its own `fetch`",
  project,
  attempt: (trial) => attemptBoth(trial, "fake"),
  exceptions: {},
};

const server: Row = {
  name: "server",
  title: "fake, as a server",
  project,
  attempt: async (trial) => deepEqual(await callModule(trial, "server.mjs"), wholeFlow),
  exceptions: { workerd: opensNoPort, Chromium: opensNoPort },
};

/** Each command that is installed says its version. */
const commands = publicPackages().flatMap(({ manifest }) =>
  Object.entries(manifest.bin ?? {}).map(
    ([name, path]): Row => ({
      name: "commands",
      title: `\`${name}\``,
      project,
      async attempt(trial) {
        const printed = await runTool(trial, [`node_modules/${manifest.name}/${path}`, "--version"]);
        match(printed, new RegExp(`^${manifest.version}$`, "m"));
      },
      exceptions: {
        workerd: startsNoProcess,
        Chromium: startsNoProcess,
        ...(name === "call-analysis" && {
          "Node 20": fails("`call-analysis` needs Node 22.13."),
          "Node 24": isLimited("`call-analysis analyze` and `resume` need Node 24.15."),
        }),
      },
    }),
  ),
);

export const packageRows: Row[] = [client, fake, server, ...commands];
