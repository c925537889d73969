/** The commands and their flags. The file of a command is loaded when it runs. */
import { Command, Option } from "commander";
import packageJson from "../package.json" with { type: "json" };
import { parseDate } from "./analyze/call-date.js";
import type { Context } from "./context.js";
import type { ExitCode } from "./errors.js";
import { parseAddress, parseCount, parsePair, parsePass } from "./flag-values.js";

/** Runs a command with its parameters, all flags, and the context. */
type Act = (...given: never[]) => Promise<unknown>;
type Does = (command: Command, load: () => Promise<Act>) => void;

/** The program, with its exit code after a run. Errors are thrown, and help goes to stdout. */
export function createProgram(context: Context): { program: Command; exitCode: () => ExitCode } {
  let exitCode: ExitCode = 0;
  const program = new Command("call-analysis")
    .description("Turn recorded phone calls into scorecards: upload, analyse, wait, read.")
    .version(packageJson.version, "-v, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .configureHelp({ showGlobalOptions: true, helpWidth: Math.min(context.stdout.columns || 80, 100) })
    .configureOutput({ writeOut: (text) => context.stdout.write(text), writeErr: () => {}, outputError: () => {} })
    .exitOverride()
    .addOption(new Option("--json", "print JSON lines, even in a terminal, and errors as JSON").conflicts("csv"))
    .option("--csv", "print CSV")
    .option("--base-url <url>", "the service's base URL, such as https://host/v1", parseAddress);
  const does: Does = (command, load) =>
    void command.action(async () => {
      // Commander gives values of the types that the flags' parsers return, and cannot tell the compiler.
      const act = (await load()) as (...given: unknown[]) => Promise<unknown>;
      const given = await act(...command.processedArgs, command.optsWithGlobals(), context);
      // Those that give one give an exit code.
      if (typeof given === "number") exitCode = given as ExitCode;
    });
  for (const add of [addAnalyze, addUncertain, addAgents, addCategories, addCalls, addProspects, addCheck])
    add(program, does);
  for (const command of program.commands) command.helpCommand(false);
  program.helpCommand("help [command]", "print a command's help");
  program.addHelpText("after", afterHelp);
  return { program, exitCode: () => exitCode };
}

const afterHelp = `
Exit codes: 0 all done, 1 something failed, 2 wrong usage, 3 a call is
uncertain, 4 the key is missing or refused, 130 interrupted (resumable).
The key comes from CALL_ANALYSIS_API_KEY, never from a flag.`;

const criteria = ["--criteria", "one row per criterion instead of per call"] as const;
const journal = ["--journal <file>", "the file that records every call (default: one per service)"] as const;

function addAnalyze(program: Command, does: Does): void {
  const command = program
    .command("analyze")
    .description("analyse each recording once; run again to continue")
    .argument("[inputs...]", "files, folders and globs")
    .option("--member <id or e-mail>", "the agent on the calls")
    .option("--category <id>", "the category of the calls")
    .option("--udf <name=value>", "a user-defined field of the calls; may be repeated", parsePair)
    .option("--date <date>", "the date of the calls; without a time, 09:00 in India", parseDate)
    .option("--manifest <file>", "a CSV file with the columns file, member, category, date, udf.NAME")
    .option("--pass <name>", "analyse all recordings again under this name; the new calls are billed", parsePass)
    .option("--concurrency <number>", "maximum number of uploads at once (default: 4)", parseCount)
    .option(...journal)
    .option(
      "--max-calls <number>",
      "maximum number of calls; with more, nothing is sent (default: 50 without a terminal)",
      parseCount,
    )
    .option("--dry-run", "send nothing; list the files, their sizes and the calls to be billed")
    .option("--yes", "create any number of calls without asking")
    .option(...criteria);
  does(command, async () => (await import("./analyze/analyze.js")).analyze);
}

function addUncertain(program: Command, does: Does): void {
  const load = () => import("./command/uncertain.js");
  const uncertain = program.command("uncertain").description("list the calls that may or may not exist");
  does(uncertain.option(...journal), async () => (await load()).listUncertain);
  const settle = uncertain
    .command("settle <key> [callId]")
    .description("settle an uncertain call; the start of its key is enough")
    .option("--create", "the call does not exist, so the next run creates it")
    .option("--skip", "never create the call");
  does(settle, async () => (await load()).settle);
}

function addAgents(program: Command, does: Does): void {
  const agents = program.command("agents").description("the people whose calls are analysed");
  const load = () => import("./command/agents.js");
  does(agents.command("list").description("list the agents"), async () => (await load()).listAgents);
  const create = agents.command("create").description("register an agent");
  create.requiredOption("--name <name>", "full name").requiredOption("--email <address>", "the agent's e-mail");
  does(create, async () => (await load()).createAgent);
  const update = agents.command("update <id>").description("change an agent");
  update.option("--name <name>", "the new name").option("--email <address>", "the new e-mail");
  does(update, async () => (await load()).updateAgent);
  does(agents.command("delete <id>").description("delete an agent"), async () => (await load()).deleteAgent);
}

function addCategories(program: Command, does: Does): void {
  const categories = program.command("categories").description("the categories of calls");
  const load = () => import("./command/categories.js");
  does(categories.command("list").description("list the categories"), async () => (await load()).listCategories);
  does(categories.command("get <id>").description("show a category"), async () => (await load()).getCategory);
}

function addCalls(program: Command, does: Does): void {
  const calls = program.command("calls").description("existing calls and their analyses");
  const load = () => import("./command/calls.js");
  does(calls.command("get <callId>").description("show a call's current state"), async () => (await load()).getCall);
  const wait = calls
    .command("wait <callIds...>")
    .description("wait for analyses")
    .option(...criteria);
  does(wait, async () => (await load()).waitForCalls);
}

function addProspects(program: Command, does: Does): void {
  const prospects = program.command("prospects").description("the prospects of a campaign");
  const add = prospects
    .command("add <campaign>")
    .description("add one prospect, or the rows of a CSV file")
    .option("--name <name>", "full name")
    .option("--phone <number>", "phone number")
    .option("--field <name=value>", "another field; may be repeated", parsePair)
    .addOption(
      new Option("--from <file>", "a CSV file with the columns name, phone and any others").conflicts([
        "name",
        "phone",
      ]),
    )
    .option("--start-row <number>", "the first row to add; row 1 has the titles", parseCount)
    .option("--campaign-base-url <url>", "the campaign interface's base URL", parseAddress);
  does(add, async () => (await import("./command/prospects.js")).addProspects);
}

function addCheck(program: Command, does: Does): void {
  const command = program
    .command("check")
    .description("compare the service with its specification, without creating anything")
    .option("--call <ids...>", "a call to read; may be repeated")
    .option("--category <id>", "the category to read (default: the first one)");
  does(command, async () => (await import("./command/check.js")).check);
}
