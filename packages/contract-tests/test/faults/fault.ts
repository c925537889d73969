import type { MockService } from "@call-analysis/mock";
import type { Subject } from "../../src/contract/operation-types.ts";
import { subjectAt } from "../operation-at.ts";
import { changedAt } from "./changed-at.ts";

/** Makes a service that has a fault out of one that has none. */
export type Plant = (service: MockService) => typeof globalThis.fetch;

/** One way to be wrong. */
export interface Fault {
  name: string;
  /** Source of a case that must find it. */
  breaks: string;
  plant: Plant;
}

/** A request on its way to the service. */
export interface Sent {
  url: URL;
  init: RequestInit;
  headers: Headers;
}

/** Hands a request on to the service as it is, or changed. */
export type Pass = (changes?: { url?: URL; init?: RequestInit }) => Promise<Response>;

/** Answers an operation's requests in place of the service, which can still be asked. */
export function intercept(
  subject: Subject,
  answer: (sent: Sent, pass: Pass, service: MockService) => Promise<Response>,
): Plant {
  return (service) =>
    async (input, init = {}) => {
      const url = new URL(String(input));
      const pass: Pass = (changes = {}) => service.fetch(changes.url ?? url, { ...init, ...changes.init });
      const isMeant = subjectAt(init.method ?? "GET", url) === subject;
      return isMeant ? answer({ url, init, headers: new Headers(init.headers) }, pass, service) : pass();
    };
}

/** Changes the JSON of an operation's success at a path, such as `data[].userId`; undefined takes the field away. */
export function alterSuccess(subject: Subject, path: string, change: (value: unknown) => unknown): Plant {
  return intercept(subject, async (_sent, pass) => {
    const response = await pass();
    return response.ok ? withJson(response, changedAt(await response.json(), path, change)) : response;
  });
}

/** Changes the JSON of an operation's errors at a path. */
export function alterError(subject: Subject, path: string, change: (value: unknown) => unknown): Plant {
  return intercept(subject, async (_sent, pass) => {
    const response = await pass();
    return response.ok ? response : withJson(response, changedAt(await response.json(), path, change));
  });
}

/** Changes an operation's status. */
export function alterStatus(subject: Subject, from: number, to: number): Plant {
  return intercept(subject, async (_sent, pass) => {
    const response = await pass();
    return response.status === from ? withJson(response, await response.json(), to) : response;
  });
}

/** Changes the JSON that an operation is sent at a path. */
export function alterRequest(subject: Subject, path: string, change: (value: unknown) => unknown): Plant {
  return intercept(subject, async ({ init }, pass) => {
    if (typeof init.body !== "string") return pass();
    const body = parse(init.body);
    return pass(body === undefined ? {} : { init: { body: JSON.stringify(changedAt(body, path, change)) } });
  });
}

/** The same answer with another JSON body, and maybe another status. */
export function withJson(response: Response, json: unknown, status = response.status): Response {
  return Response.json(json, { status });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
