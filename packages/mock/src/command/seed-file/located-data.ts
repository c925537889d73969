/** The data of a YAML or JSON text, and the line and column of each of its fields. */
import { type Document, isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, visit } from "yaml";
import { UnusableFileError } from "./source-text.js";

/** A place in a text. Both count from 1. */
export interface Position {
  line: number;
  column: number;
}

/** The data of a text. */
export interface LocatedData {
  value: unknown;
  /** Where the field with this path is written; of one that is missing, where it should be. */
  positionOf(keys: readonly PropertyKey[]): Position;
}

/** Aliases may stand for this many nodes: a short text can otherwise name billions. */
const maxAliasCount = 100;

/** Deeper data would exhaust the stack of the code that walks it. */
const maxDepth = 100;

/** Parses YAML 1.2. @throws {UnusableFileError} which names the place */
export function parseYaml(text: string): LocatedData {
  return parse(text, "core");
}

/** Parses JSON. @throws {UnusableFileError} which names the place */
export function parseJson(text: string): LocatedData {
  if (text.trim() === "") throw new UnusableFileError("is empty: it must have agents, categories, or other data.");
  try {
    JSON.parse(text);
  } catch (error) {
    throw notJson(text, error instanceof Error ? error.message : String(error));
  }
  // JSON is YAML, and the parser of YAML tells where things are.
  return parse(text, "json");
}

/** The runtime names the position of most problems, and the parser of YAML that of most others. */
function notJson(text: string, message: string): UnusableFileError {
  const [place, offset] = / (?:in JSON )?at position (\d+)(?: \(line \d+ column \d+\))?/.exec(message) ?? [];
  const { errors, lines } = parsed(text, "json");
  const at = offset === undefined ? errors[0]?.pos[0] : Number(offset);
  const position = at === undefined ? "" : ` (${positionText(positionIn(lines, at))})`;
  return new UnusableFileError(`is not JSON${position}: ${message.replace(place ?? "", "")}.`);
}

/** `line 7, column 5`. */
export function positionText({ line, column }: Position): string {
  return `line ${line}, column ${column}`;
}

function parsed(text: string, schema: "core" | "json") {
  const lines = new LineCounter();
  const form = { stringKeys: true, version: "1.2", schema } as const;
  const document = withinStack(() =>
    parseDocument(text, { ...form, lineCounter: lines, prettyErrors: false, logLevel: "error" }),
  );
  return { document, lines, errors: [...document.errors, ...document.warnings] };
}

function parse(text: string, schema: "core" | "json"): LocatedData {
  const { document, lines, errors } = parsed(text, schema);
  const [error] = errors;
  if (error?.message.startsWith("Maximum call stack")) throw tooDeep(error);
  if (error) {
    const place = positionText(positionIn(lines, error.pos[0]));
    throw new UnusableFileError(`is not ${schema === "json" ? "JSON" : "YAML"} (${place}): ${plainMessage(error)}`);
  }
  if (document.contents === null)
    throw new UnusableFileError("is empty: it must have agents, categories, or other data.");
  visit(document, {
    Alias(_, alias) {
      if (alias.resolve(document)) return;
      const place = positionText(positionIn(lines, startOf(alias) ?? 0));
      throw new UnusableFileError(`is not YAML (${place}): there is no anchor &${alias.source} before it.`);
    },
  });
  return {
    value: dataOf(document),
    positionOf: (keys) => positionIn(lines, offsetOf(document, keys)),
  };
}

/** The parser's advice is about its own functions. */
function plainMessage({ code, message }: { code: string; message: string }): string {
  if (code === "MULTIPLE_DOCS") return "a seed file has one document; take the line --- away.";
  return message.replace(/\.?$/, ".");
}

function dataOf(document: Document.Parsed): unknown {
  try {
    const value: unknown = withinStack(() => document.toJS({ maxAliasCount }));
    if (isDeeper(value, maxDepth)) throw tooDeep();
    return value;
  } catch (error) {
    // Thrown for too many aliases: that each has an anchor was checked before.
    if (!(error instanceof ReferenceError)) throw error;
    throw new UnusableFileError(`has aliases that stand for more than ${maxAliasCount} values: write them out.`, {
      cause: error,
    });
  }
}

/** Runs the parser, which calls itself for each level. */
function withinStack<Value>(parser: () => Value): Value {
  try {
    return parser();
  } catch (error) {
    throw error instanceof RangeError ? tooDeep(error) : error;
  }
}

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return depth === 0 || Object.values(value).some((part) => isDeeper(part, depth - 1));
}

function tooDeep(cause?: unknown): UnusableFileError {
  return new UnusableFileError(`is nested deeper than ${maxDepth} levels.`, { cause });
}

/** Goes down the path as far as there are nodes. */
function offsetOf(document: Document.Parsed, keys: readonly PropertyKey[]): number {
  let node: unknown = document.contents;
  let offset = startOf(node) ?? 0;
  for (const key of keys) {
    const container = isAlias(node) ? node.resolve(document) : node;
    if (isMap(container)) {
      const pair = container.items.find((each) => isScalar(each.key) && String(each.key.value) === String(key));
      if (!pair) return offset;
      offset = startOf(pair.key) ?? offset;
      node = pair.value;
    } else if (isSeq(container)) {
      node = container.items[Number(key)];
      offset = startOf(node) ?? offset;
    } else return offset;
  }
  return offset;
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}

function positionIn(lines: LineCounter, offset: number): Position {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(1, line), column: Math.max(1, col) };
}
