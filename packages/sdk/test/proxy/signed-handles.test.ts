import { expect, test } from "vitest";
import { Handles } from "../../src/proxy/handles.js";

const handles = new Handles("a secret of at least 32 characters.");
const publicUrl = "https://store.test/a.wav";

test.each([publicUrl, "https://store.test/a?x=1#grant=y", ""])(
  "a recording's handle gives back its address %j, to its user alone",
  async (address) => {
    const handle = await handles.recordingHandle(address, "asha");
    expect(handle.startsWith(`${address}#grant=`)).toBe(true);
    expect(await handles.readRecording(handle, "asha")).toBe(address);
    expect(await handles.readRecording(handle, "rohan")).toBeUndefined();
  },
);

test.each(["call-1", "call/../é?#%2e ", "ÿþ>>>???"])(
  "a call's handle gives back its id %j, to its user alone",
  async (callId) => {
    const handle = await handles.callHandle(callId, "asha");
    expect(handle).toMatch(/^[\w-]+\.[\w-]{43}$/);
    expect(await handles.readCall(handle, "asha")).toBe(callId);
    expect(await handles.readCall(handle, "rohan")).toBeUndefined();
  },
);

test.each<[string, (handle: string) => string]>([
  ["without a signature", () => publicUrl],
  ["with an empty signature", () => `${publicUrl}#grant=`],
  ["with a signature that is cut", (handle) => handle.slice(0, -1)],
  ["with a longer signature", (handle) => `${handle}A`],
  ["with white space", (handle) => `${handle} `],
  ["with padding", (handle) => `${handle}=`],
  ["with signs of other base64", (handle) => `${handle.slice(0, -1)}+`],
  ["with another last character", (handle) => handle.slice(0, -1) + (handle.endsWith("A") ? "B" : "A")],
  ["of another address", (handle) => handle.replace("a.wav", "b.wav")],
  ["of a call", () => ""],
])("a recording's handle %s is none", async (_name, change) => {
  const handle = change(await handles.recordingHandle(publicUrl, "asha"));
  expect(await handles.readRecording(handle, "asha")).toBeUndefined();
});

test.each<[string, (name: string, signature: string) => string]>([
  ["without a signature", (name) => name],
  ["with an empty signature", (name) => `${name}.`],
  ["without an id", (_name, signature) => `.${signature}`],
  ["with a third part", (name, signature) => `${name}.${signature}.`],
  ["with another id", (_name, signature) => `${btoa("call-2")}.${signature}`],
  ["with an id that is no base64url", (name, signature) => `${name}!.${signature}`],
  ["with white space in its id", (name, signature) => `${name} .${signature}`],
  ["with an id of a length that base64 has not", (name, signature) => `${name}A.${signature}`],
  ["with a second spelling of its id", (_name, signature) => `Y2FsbC0x.${signature}=`],
])("a call's handle %s is none", async (_name, change) => {
  const [name = "", signature = ""] = (await handles.callHandle("call-1", "asha")).split(".");
  expect(await handles.readCall(change(name, signature), "asha")).toBeUndefined();
});

test("an id has one spelling: bits that stand for nothing cannot be changed", async () => {
  const [name = "", signature = ""] = (await handles.callHandle("call-12", "asha")).split(".");
  expect(name.endsWith("g")).toBe(true);
  expect(await handles.readCall(`${name.slice(0, -1)}h.${signature}`, "asha")).toBeUndefined();
});

test("signatures of one kind never pass for another, and another secret gives others", async () => {
  const key = await handles.creationKey("call-1", "asha");
  const [, ofCall] = (await handles.callHandle("call-1", "asha")).split(".");
  const [, ofRecording] = (await handles.recordingHandle("call-1", "asha")).split("#grant=");
  const ofOther = await new Handles("another secret of 32 characters....").creationKey("call-1", "asha");
  expect(new Set([key, ofCall, ofRecording, ofOther]).size).toBe(4);
  expect(await handles.creationKey("call-1", "asha")).toBe(key);
  expect(await handles.creationKey("call-1", "rohan")).not.toBe(key);
});

test.each(["", " ", "\n", "\0", ":", ",", '","'])(
  "a user's name does not run into the value, with %j between them",
  async (sign) => {
    const key = await handles.creationKey(`2${sign}3`, "1");
    expect(await handles.creationKey("3", `1${sign}2`)).not.toBe(key);
  },
);
