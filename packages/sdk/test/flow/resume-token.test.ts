import {
  AbortError,
  ConfigurationError,
  ConnectionError,
  ResponseValidationError,
  SubmissionUncertainError,
} from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { CreationUnderWay, checkToken, createToken, pollToken, type TokenOptions } from "../../src/flow/token.js";

const baseUrl = "https://service.test/v1";
const call = { memberId: "m", categoryId: "c", audio_url: "https://files.test/a.wav" };
const creation = { baseUrl, id: "id-1", call };
const polled = pollToken(baseUrl, "call-1");
const check = (token: unknown, options: Partial<TokenOptions> = {}) => checkToken(token, { baseUrl, ...options });
const invalid = (callId: unknown) => new ResponseValidationError("no", { issues: [], body: { data: { callId } } });

test("tokens of both stages come back as they were, also through JSON", () => {
  const keyed = createToken({ ...creation, key: "sale-1" }, false);
  expect([keyed.key, "key" in createToken(creation, false)]).toEqual(["sale-1", false]);
  for (const token of [createToken(creation, false), keyed, polled]) {
    expect(check(token, { key: "sale-1" })).toStrictEqual(token);
    expect(check(JSON.parse(JSON.stringify(token)), { key: "sale-1" })).toStrictEqual(token);
  }
});

test("a token keeps its own fields alone", () => {
  expect(check({ ...polled, more: 1 })).toEqual(polled);
  expect(check({ ...createToken(creation, false), callId: "call-1" })).toEqual(createToken(creation, false));
});

test.each([
  ["of the client's service", baseUrl, true],
  ["without a service", undefined, true],
  ["of another service", "https://other.test/v1", false],
])("a token %s is taken or refused", (_name, ofToken, isTaken) => {
  for (const token of [
    { ...polled, baseUrl: ofToken },
    { ...createToken(creation, false), baseUrl: ofToken },
  ]) {
    const checking = () => check(token);
    if (isTaken) expect(checking()).toMatchObject({ baseUrl: ofToken });
    else expect(checking).toThrow(/https:\/\/other\.test\/v1/);
  }
});

test.each<[ofToken: string | undefined, ofLedger: string | undefined, isTaken: boolean]>([
  ["sale-1", "sale-1", true],
  ["sale-1", "sale-2", false],
  ["sale-1", undefined, false],
  [undefined, "sale-1", false],
  [undefined, undefined, false],
])("an uncertain token of the key %j, where a ledger is asked for %j, is taken: %j", (ofToken, key, isTaken) => {
  const checking = () => check(createToken({ ...creation, key: ofToken }, true), { key });
  if (isTaken) expect(checking()).toMatchObject({ key });
  else expect(checking).toThrow(ofToken === undefined ? /recreate: true }\.$/ : /pass the ledger and the key/);
});

test.each<[ofLedger: string | undefined, recreate: boolean, isTaken: boolean]>([
  ["sale-1", false, true],
  ["sale-1", true, true],
  ["sale-2", false, false],
  [undefined, false, false],
  // The ledger would not know of the call, or knows it already.
  [undefined, true, false],
  ["sale-2", true, false],
])("a token of a key, where a ledger is asked for %j and recreate is %j, is taken: %j", (key, recreate, isTaken) => {
  for (const uncertain of [true, false]) {
    const checking = () => check(createToken({ ...creation, key: "sale-1" }, uncertain), { key, recreate });
    if (isTaken) expect(checking()).toMatchObject({ key: "sale-1" });
    else expect(checking).toThrow(/pass the ledger and the key/);
  }
});

test.each([
  [true, undefined, false],
  [true, false, false],
  [true, true, true],
  [false, undefined, true],
])("a token of a creation that is uncertain: %j is taken with recreate: %j: %j", (uncertain, recreate, isTaken) => {
  const checking = () => check(createToken(creation, uncertain), { recreate });
  if (isTaken) expect(checking()).toMatchObject({ uncertain, id: "id-1" });
  else expect(checking).toThrow(ConfigurationError);
});

test("two tokens without an id are the same creation when their service and their call are", () => {
  const idOf = (fields: object, options = {}) => {
    const token = check({ ...createToken(creation, false), id: undefined, ...fields }, options);
    return token.stage === "create" ? token.id : undefined;
  };
  expect(idOf({})).toBe(JSON.stringify([baseUrl, call]));
  expect(idOf({ call: { ...call, memberId: "other" } })).not.toBe(idOf({}));
  expect(idOf({ baseUrl: undefined }, { baseUrl: "https://other.test/v1" })).not.toBe(idOf({}));
});

test.each(["id-1", undefined])("a token of the id %j stays the same creation when its call is corrected", (id) => {
  const token = { ...createToken(creation, false), id };
  const corrected = check(token, { call: { memberId: "other" } });
  expect(corrected).toMatchObject({ call: { memberId: "other" }, id: Object(check(token)).id });
});

test.each<[string, unknown, RegExp]>([
  ["a text", JSON.stringify(polled), /JSON\.parse/],
  ["null", null, /it is null/],
  ["another version", { ...polled, version: 2 }, /version must be 1, and is 2/],
  ["an empty service", { ...polled, baseUrl: "" }, /baseUrl must be/],
  ["a service that is no text", { ...polled, baseUrl: 7 }, /baseUrl must be/],
  ["an empty id", { ...createToken(creation, false), id: "" }, /id must be/],
  ["no stage", { ...polled, stage: undefined }, /stage must be/],
  ["the other stage for a call's id", { ...polled, stage: "create" }, /stage must be/],
  ["the other stage for a call", { ...createToken(creation, false), stage: "poll" }, /stage must be/],
  ["a call's id that is no text", { ...polled, callId: 7 }, /stage must be/],
  ["nothing on certainty", { ...createToken(creation, false), uncertain: "no" }, /stage must be/],
  ["a call that is no object", { ...createToken(creation, false), call: "m" }, /stage must be/],
  ["a call without a member", { ...createToken(creation, false), call: { ...call, memberId: "" } }, /call: memberId/],
])("a token with %s is refused, and the error says why", (_name, token, why) => {
  expect(() => check(token)).toThrow(ConfigurationError);
  expect(() => check(token)).toThrow(why);
});

test.each([
  ["an uncertain creation", new SubmissionUncertainError("no"), createToken(creation, true)],
  ["an abort after sending", new AbortError("no", { requestSent: true }), createToken(creation, true)],
  ["an abort before sending", new AbortError("no", { requestSent: false }), createToken(creation, false)],
  ["no connection", new ConnectionError("no", { requestSent: false }), createToken(creation, false)],
  ["a response that is refused and names the call", invalid("call-1"), polled],
  ["a response that is refused and names none", invalid(7), createToken(creation, false)],
  [
    "a response that is refused without data",
    new ResponseValidationError("no", { issues: [], body: null }),
    createToken(creation, false),
  ],
])("after a creation that ended with %s, the token says where to go on", (_name, error, token) => {
  expect(new CreationUnderWay(creation, false).tokenAfter(error)).toEqual(token);
  expect(new CreationUnderWay(creation, true).tokenAfter(error)).toEqual(
    token.stage === "create" ? { ...token, uncertain: true } : token,
  );
});
