/** The commands and their flags. What a command does is in its own file, which is loaded when it runs. */
import { Command, Option } from "commander";
import packageJson from "../package.json" with { type: "json" };
import type { Context } from "./context.js";
import { UsageError } from "./errors.js";
import type { ExitCode } from "./exit-codes.js";
import { parseAddress, parseCount, parseDate, parseDecision, parseId, parsePair } from "./flag-values.js";

/** What a command's action gets: its arguments, and its flags with those of all commands. It may give an exit code. */
type Act = (parameters: readonly unknown[], flags: Record<string, unknown>) => Promise<unknown>;

/** The program, and the exit code after it was run. Its errors are thrown; help goes to stdout. */
export function createProgram(context: Context): { program: Command; exitCode: () => ExitCode } {
  let exitCode: ExitCode = 0;
  const program = new Command("call-analysis")
    .description("Recorded phone calls to scorecards: upload, analyse, wait, read.")
    .version(packageJson.version, "-v, --version", "print the version")
    .helpOption("-h, --help", "print this text")
    .configureHelp({ showGlobalOptions: true, helpWidth: helpWidth(context) })
    .configureOutput({ writeOut: (text) => context.stdout.write(text), writeErr: () => {}, outputError: () => {} })
    .exitOverride();
  addSharedFlags(program);
  const define: Definition["define"] = (command, act, { required = [] } = {}) =>
    command.action(async () => {
      checkRequired(command, required);
      const given = await act(command.processedArgs, command.optsWithGlobals());
      // Those that give one give an exit code.
      if (typeof given === "number") exitCode = given as ExitCode;
    });
  addAnalyze(program, { define, context });
  addResume(program, { define, context });
  addAgents(program, { define, context });
  addCategories(program, { define, context });
  addCalls(program, { define, context });
  addProspects(program, { define, context });
  addCheck(program, { define, context });
  addConfig(program, { define, context });
  const mock = program
    .command("mock [flags...]")
    .description("start a fake of the whole service; flags: call-analysis mock --help")
    .allowUnknownOption();
  // Reached only when something stands before it: `run` passes its flags on as they are.
  define(mock, () => {
    throw new UsageError("mock comes first, and takes flags of its own.", { hint: "See call-analysis mock --help" });
  });
  for (const command of program.commands) command.helpCommand(false);
  program.addHelpText("after", afterHelp);
  return { program, exitCode: () => exitCode };
}

/** The help is as wide as the terminal, and at most 100 columns. */
function helpWidth({ stdout }: Context): number {
  return Math.min(stdout.columns ?? 80, 100);
}

const afterHelp = `
Exit codes: 0 all done, 1 something failed, 2 wrong usage, 3 a creation is
uncertain, 4 the key is missing or refused, 130 interrupted: it can go on.
The key comes from CALL_ANALYSIS_API_KEY or from a profile, never from a flag.`;

function addSharedFlags(program: Command): void {
  program
    .addOption(
      new Option("--json", "JSON on stdout, one line for each outcome of a batch; errors as JSON").conflicts([
        "csv",
        "table",
      ]),
    )
    .addOption(new Option("--csv", "CSV on stdout").conflicts(["table"]))
    .option("--table", "a table on stdout, also in a pipe")
    .option("--escape-formulas", "with --csv: escape what a spreadsheet would run; also changes +91…")
    .option("--profile <name>", "the profile to use: see call-analysis config")
    .option("--base-url <url>", "the service's address, such as https://host/v1", parseAddress);
}

function rowsFlag(): Option {
  return new Option("--rows <what>", "criteria: one row for each criterion, instead of one for each call").choices([
    "criteria",
  ]);
}

interface Definition {
  define: (command: Command, act: Act, options?: { required?: readonly string[] }) => Command;
  context: Context;
}

/** Commander's own check comes before that of misspelt flags, and would hide what was misspelt. */
function checkRequired(command: Command, required: readonly string[]): void {
  const missing = command.options.filter(
    (option) => required.includes(option.name()) && !command.getOptionValue(option.attributeName()),
  );
  if (missing.length === 0) return;
  const flags = missing.map(({ flags }) => flags).join(" and ");
  throw new UsageError(`${flags}: missing.`, { hint: `See call-analysis ${pathOf(command)} --help` });
}

function pathOf(command: Command): string {
  const { parent } = command;
  return parent?.parent ? `${pathOf(parent)} ${command.name()}` : command.name();
}

/** Commander gives values of the types that the flags' parsers return, and cannot tell the compiler. */
type Values = never;

function addAnalyze(program: Command, { define, context }: Definition): void {
  const command = program
    .command("analyze")
    .description("analyse recordings; run it again, and it goes on where it stopped")
    .argument("[inputs...]", "files, folders and globs; - is a recording on stdin")
    .option("--member <id or e-mail>", "required: the agent who had the calls")
    .option("--category <id>", "required: the category to analyse them by")
    .option("--udf <name=value>", "a user-defined field of the calls; may be repeated", parsePair)
    .option("--date <date>", "when the calls took place; without a time: 09:00 in India", parseDate)
    .option("--concurrency <number>", "how many recordings are uploaded at once (default: 4)", parseCount)
    .option("--journal <file>", "where it is kept how far each has come (default: one for each service)")
    .option("--again", "create new calls of recordings that have one, and bill them again; asks first")
    .option("--watch", "go on with recordings that appear in the folders, when they are complete")
    .option("--files-from <file>", "read the names of files from a file, one a line; - is stdin")
    .option("--filename <name>", "the name of a recording on stdin")
    .option("--out <file>", "write the results to a file; .csv makes it CSV")
    .option("--force", "let --out overwrite a file")
    .option("--dry-run", "list files, sizes and the calls that would be billed; nothing is sent")
    .option("--yes", "create calls without asking: more than 50, and those of --again")
    .addOption(rowsFlag());
  define(
    command,
    async ([inputs], flags) => {
      const { analyze } = await import("./command/analyze.js");
      return analyze(inputs as Values, flags as Values, context);
    },
    { required: ["member", "category"] },
  );
}

function addResume(program: Command, { define, context }: Definition): void {
  const command = program
    .command("resume")
    .description("go on with a run, and settle what is uncertain")
    .argument("[journal]", "the file that analyze names (default: that of the service)")
    .option("--run <number>", "the run to go on with (default: the last one)", parseCount)
    .option(
      "--settle <key=decision>",
      "decide an uncertain or failed one: key=CALL_ID or key=recreate; may be repeated",
      parseDecision,
    )
    .option("--concurrency <number>", "how many recordings are uploaded at once (default: 4)", parseCount)
    .option("--yes", "create more than 50 calls without asking")
    .addOption(rowsFlag());
  define(command, async ([journal], flags) => {
    const { resume } = await import("./command/resume.js");
    return resume(journal as Values, flags as Values, context);
  });
}

function addAgents(program: Command, { define, context }: Definition): void {
  const agents = program.command("agents").description("the people whose calls are analysed");
  const load = () => import("./command/agents.js");
  define(agents.command("list").description("list the agents"), async (_, flags) =>
    (await load()).listAgents(flags as Values, context),
  );
  const create = agents.command("create").description("register an agent");
  create.option("--name <name>", "required: full name").option("--email <address>", "required: the agent's e-mail");
  define(create, async (_, flags) => (await load()).createAgent(flags as Values, context), {
    required: ["name", "email"],
  });
  const update = agents.command("update").description("change an agent").argument("<id>", "the agent's id");
  update.option("--name <name>", "the new name").option("--email <address>", "the new e-mail");
  define(update, async ([id], flags) => (await load()).updateAgent(id as Values, flags as Values, context));
  const remove = agents.command("delete").description("delete an agent").argument("<id>", "the agent's id");
  define(remove, async ([id], flags) => (await load()).deleteAgent(id as Values, flags as Values, context));
}

function addCategories(program: Command, { define, context }: Definition): void {
  const categories = program.command("categories").description("what calls can be analysed for");
  const load = () => import("./command/categories.js");
  define(categories.command("list").description("list the categories"), async (_, flags) =>
    (await load()).listCategories(flags as Values, context),
  );
  const get = categories.command("get").description("show a category").argument("<id>", "the category's id");
  define(get, async ([id], flags) => (await load()).getCategory(id as Values, flags as Values, context));
}

function addCalls(program: Command, { define, context }: Definition): void {
  const calls = program.command("calls").description("calls that exist, and their analyses");
  const load = () => import("./command/calls.js");
  const get = calls.command("get").description("show a call as it is now").argument("<callId>", "the call's id");
  get.addOption(rowsFlag());
  define(get, async ([callId], flags) => (await load()).getCall(callId as Values, flags as Values, context));
  const wait = calls.command("wait").description("wait for analyses").argument("<callIds...>", "the calls' ids");
  wait.addOption(rowsFlag());
  define(wait, async ([callIds], flags) => (await load()).waitForCalls(callIds as Values, flags as Values, context));
}

function addProspects(program: Command, { define, context }: Definition): void {
  const prospects = program.command("prospects").description("people for a campaign");
  const add = prospects
    .command("add")
    .description("add one prospect, or the rows of a CSV file")
    .argument("<campaign>", "the campaign's id")
    .option("--name <name>", "full name")
    .option("--phone <number>", "phone number")
    .option("--field <name=value>", "a further key; may be repeated", parsePair)
    .option("--from <file>", "a CSV file with the columns name, phone and any others; - is stdin")
    .option("--start-row <number>", "the first row of the file to add (default: 1)", parseCount)
    .option("--campaign-base-url <url>", "the campaign interface's address", parseAddress);
  define(add, async ([campaign], flags) => {
    const { addProspects: run } = await import("./command/prospects.js");
    return run(campaign as Values, flags as Values, context);
  });
}

function addCheck(program: Command, { define, context }: Definition): void {
  const command = program
    .command("check")
    .description("compare the service with its specification; only reads, creates nothing")
    .addOption(new Option("--call <id>", "a call to read; may be repeated").argParser(parseId).conflicts(["journal"]))
    .option("--journal <file>", "read its first five completed calls (default: that of the service)")
    .option("--category <id>", "the category to read (default: the first of the list)")
    .option("--policies <file>", "write a seed file with the policies of what is found; .yaml or .json");
  define(command, async (_, flags) => {
    const { check } = await import("./command/check.js");
    return check(flags as Values, context);
  });
}

function addConfig(program: Command, { define, context }: Definition): void {
  const config = program
    .command("config")
    .description("profiles: addresses and keys, in a file that only you may read");
  const load = () => import("./command/config.js");
  const set = config
    .command("set")
    .description("make or change a profile; asks for the key unseen")
    .option("--campaign-base-url <url>", "the campaign interface's address", parseAddress)
    .option("--api-key-stdin", "read the key from stdin")
    .option("--api-key-command <command>", "a command that prints the key, such as that of a password manager");
  define(set, async (_, flags) => (await load()).setProfile(flags as Values, context));
  define(config.command("list").description("list the profiles, without keys"), async (_, flags) =>
    (await load()).listProfiles(flags as Values, context),
  );
  define(config.command("use").description("use the profile of --profile from now on"), async (_, flags) =>
    (await load()).useProfile((flags as { profile?: string }).profile, context),
  );
  define(config.command("delete").description("delete the profile of --profile"), async (_, flags) =>
    (await load()).deleteProfile((flags as { profile?: string }).profile, context),
  );
}
