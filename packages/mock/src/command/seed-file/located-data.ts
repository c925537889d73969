/** The data of a YAML or JSON text, and the line and column of each of its fields. */
import { type Document, isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, visit } from "yaml";
import { SeedFileError } from "./seed-file-error.js";

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

/** Parses the YAML 1.2 of a file. @throws {SeedFileError} which names the place */
export function parseYaml(path: string, text: string): LocatedData {
  return parse(path, { text, schema: "core" });
}

/** Parses the JSON of a file by the parser of YAML, which tells where things are, and takes more. @throws {SeedFileError} which names the place */
export function parseJson(path: string, text: string): LocatedData {
  const data = parse(path, { text, schema: "json" });
  try {
    JSON.parse(text);
    return data;
  } catch (cause) {
    const rule = "names and texts are in double quotes, and there are no comments and no commas at the end of a list";
    throw new SeedFileError(path, `is not JSON: ${rule}.`, { cause });
  }
}

/** `line 7, column 5`. */
export function positionText({ line, column }: Position): string {
  return `line ${line}, column ${column}`;
}

function parse(path: string, { text, schema }: { text: string; schema: "core" | "json" }): LocatedData {
  const lineCounter = new LineCounter();
  const form = { stringKeys: true, version: "1.2", schema, prettyErrors: false, logLevel: "error" } as const;
  const document = parseDocument(text, { ...form, lineCounter });
  const placeOf = (offset: number) => positionText(positionIn(lineCounter, offset));
  const [error] = [...document.errors, ...document.warnings];
  if (error) {
    const language = schema === "json" ? "JSON" : "YAML";
    throw new SeedFileError(path, `is not ${language} (${placeOf(error.pos[0])}): ${plainMessage(error)}`);
  }
  if (document.contents === null)
    throw new SeedFileError(path, "is empty: it must have agents, categories, or other data.");
  visit(document, {
    Alias(_, alias) {
      if (alias.resolve(document)) return;
      const place = placeOf(startOf(alias) ?? 0);
      throw new SeedFileError(path, `is not YAML (${place}): there is no anchor &${alias.source} before it.`);
    },
  });
  return { value: document.toJS(), positionOf: (keys) => positionIn(lineCounter, offsetOf(document, keys)) };
}

/** The parser's advice is about its own functions. */
function plainMessage({ code, message }: { code: string; message: string }): string {
  if (code === "MULTIPLE_DOCS") return "a seed file has one document; take the line --- away.";
  return message.replace(/\.?$/, ".");
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
