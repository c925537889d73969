/** Reads an organization's agents and categories from a service, as the data of a seed file. */
import { operations } from "@call-analysis/sdk/operations";
import type { SeedData } from "../scenarios/seed-schema.js";
import { rowId, seedSchema } from "../scenarios/seed-schema.js";

/** The service that is read. */
export interface Service {
  baseUrl: string;
  apiKey: string;
}

/** The data of a seed file, and what it does not contain. */
export interface ReadOrganization {
  data: Required<Pick<SeedData, "agents" | "categories">>;
  /** The fields that were left out, such as `agents[].phone`. */
  leftOut: string[];
  /** The categories that were left out, and why: a sentence for each. */
  problems: string[];
}

/** An answer that cannot be used. The message names the operation, and has nothing that the service has said. */
export class UnusableAnswerError extends Error {
  override readonly name = "UnusableAnswerError";
  readonly status: number | undefined;

  constructor(operation: string, reason: string, { status, cause }: { status?: number; cause?: unknown } = {}) {
    super(`${operation}: ${reason}`, { cause });
    this.status = status;
  }
}

/** Stands for a name that the service has chosen: it may be that of a person. */
export const unknownName = "…";

/** Longest time of one request, in milliseconds. */
const timeoutMs = 60_000;

/** Reads everything by GET. @throws {UnusableAnswerError} when a request fails */
export async function readOrganization(service: Service): Promise<ReadOrganization> {
  const agents = await readList(service, "listAgents");
  const problems: string[] = [];
  const categories: unknown[] = [];
  for (const [index, { id }] of (await readList(service, "listCategories")).map(Object).entries()) {
    if (!rowId.safeParse(id).success) {
      problems.push(`Row ${index + 1} of the categories has no id by which it can be read.`);
      continue;
    }
    const category = await readCategory(service, id);
    if (category === undefined) problems.push(`The list of categories has ${id}, and getCategory answers 404.`);
    else categories.push(category);
  }
  const data = { agents, categories };
  const leftOut = takeAwayUnknown(data);
  // Whether the rows go together is checked when the file is read.
  return { data: data as ReadOrganization["data"], leftOut, problems };
}

async function readList(service: Service, operation: "listAgents" | "listCategories"): Promise<unknown[]> {
  const data = await read(service, operation);
  if (!Array.isArray(data)) throw new UnusableAnswerError(operation, "The answer must have a list in data.");
  return data;
}

/** A category; undefined when it was deleted since it was listed. */
async function readCategory(service: Service, id: string): Promise<unknown> {
  try {
    const data = await read(service, "getCategory", id);
    if (Object(data).id === id) return data;
  } catch (error) {
    if (error instanceof UnusableAnswerError && error.status === 404) return undefined;
    throw error;
  }
  throw new UnusableAnswerError(`getCategory ${id}`, "The answer is not of the category that was asked for.");
}

/** The `data` of an answer. No redirect is followed: it would get the key. */
async function read(
  { baseUrl, apiKey }: Service,
  operation: "listAgents" | "listCategories" | "getCategory",
  id = "",
): Promise<unknown> {
  const { method, path } = operations[operation];
  const what = `${operation} ${id}`.trim();
  const address = baseUrl.replace(/\/+$/, "") + path.replace(/\{\w+\}/, () => encodeURIComponent(id));
  const headers = { authorization: `Bearer ${apiKey}` };
  try {
    const response = await fetch(address, {
      method,
      headers,
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status === 200) return Object(await response.json()).data;
    const { status } = response;
    throw new UnusableAnswerError(what, `The service answered ${status}. ${adviceOn(status)}`, { status });
  } catch (cause) {
    if (cause instanceof UnusableAnswerError) throw cause;
    const reason =
      cause instanceof SyntaxError
        ? "The answer is not JSON. Check that --base-url is the service's address."
        : "There was no complete answer. Check --base-url and the network.";
    throw new UnusableAnswerError(what, reason, { cause });
  }
}

function adviceOn(status: number): string {
  if (status === 401) return "Check CALL_ANALYSIS_API_KEY.";
  if (status === 403) return "The key may not read this: ask who issued it.";
  if (status === 429 || status >= 500) return "Run it again later.";
  return "Check that --base-url is the service's own address, and ends with a version such as /v1.";
}

/** Takes away what the schema of seed files does not know, or knows with another type. Returns the places. */
function takeAwayUnknown(data: object): string[] {
  const places = new Set<string>();
  for (;;) {
    // From the end, so that what is taken out of a list moves nothing that is still to be taken out.
    const issues = (seedSchema.safeParse(data).error?.issues ?? []).toReversed();
    const isChanged = issues.flatMap(({ path, ...issue }) => {
      // What rows refer to is checked when the file is read.
      if (issue.code === "custom") return [];
      if (issue.code !== "unrecognized_keys") return takeAway(data, path) ? [places.add(placeOf(path))] : [];
      for (const key of issue.keys) takeAway(data, [...path, key]);
      return [places.add(placeOf([...path, unknownName]))];
    });
    if (isChanged.length === 0) return [...places].toReversed();
  }
}

/** Whether there was something at the path. */
function takeAway(data: object, path: readonly PropertyKey[]): boolean {
  const key = path.at(-1) ?? "";
  const parent = path.slice(0, -1).reduce<object>((value, each) => Reflect.get(value, each), data);
  if (!Object.hasOwn(parent, key)) return false;
  if (Array.isArray(parent)) return parent.splice(Number(key), 1).length > 0;
  return Reflect.deleteProperty(parent, key);
}

/** `["agents", 3, "phone"]` as `agents[].phone`. */
function placeOf(path: readonly PropertyKey[]): string {
  return path.map((key, index) => (typeof key === "number" ? "[]" : `${index > 0 ? "." : ""}${String(key)}`)).join("");
}
