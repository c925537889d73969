// @vitest-environment jsdom
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createMockService, type MockService } from "@call-analysis/mock";
import { CallAnalysis } from "@call-analysis/sdk";
import { cleanup, configure, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { App } from "../src/app.tsx";
import { CallAnalysisProvider } from "../src/call-analysis.tsx";

const wav = await readFile(join(import.meta.dirname, "../../quickstart/recordings/sales-call.wav"));
let service: MockService;

// The default is a second, which is short on a busy machine.
configure({ asyncUtilTimeout: 30_000 });

beforeEach(() => {
  service = createMockService();
});
afterEach(cleanup);

/** Shows the page with a client of the fake that polls without pauses, and chooses a recording. */
function open(): void {
  const options = { ...service.clientOptions(), fetch: service.fetch, retry: { initialDelayMs: 1 } };
  render(
    <CallAnalysisProvider sdk={new CallAnalysis({ ...options, dangerouslyAllowBrowser: true })} pollIntervalMs={1}>
      <App />
    </CallAnalysisProvider>,
  );
  const file = new File([wav], "call.wav", { type: "audio/wav" });
  fireEvent.change(screen.getByLabelText("Recording"), { target: { files: [file] } });
}

async function analyse(): Promise<void> {
  await waitFor(() => expect(button().disabled).toBe(false));
  fireEvent.click(button());
}

function button(): HTMLButtonElement {
  return screen.getByRole("button", { name: "Analyse" });
}

/** Expects no poll for thirty of the page's intervals. */
async function expectNoMoreQuestions(): Promise<void> {
  const asked = service.journal.count({ operation: "getCallAnalysis" });
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(service.journal.count({ operation: "getCallAnalysis" })).toBe(asked);
}

test("agents and categories can be chosen", async () => {
  open();
  for (const { name } of [...service.db.agents.list(), ...service.db.categories.list()]) {
    await screen.findByRole("option", { name });
  }
});

test("a recording becomes a scorecard", async () => {
  service.engine.when({ filename: "call.wav" }).complete({ score: 82 });
  open();
  await analyse();
  expect((await screen.findByRole("article", { name: "Scorecard" })).textContent).toContain("82 points");
});

test("the upload's progress is shown until the call is created", async () => {
  const gate = service.hold("createCall");
  open();
  await analyse();
  await gate.reached();
  await waitFor(() => expect(screen.getByRole<HTMLProgressElement>("progressbar").value).toBe(100));
  gate.release();
  await waitFor(() => expect(screen.queryByRole("progressbar")).toBeNull());
});

test("each status is shown, and nobody asks again after the last", async () => {
  service = createMockService({ progression: { mode: "manual" } });
  open();
  await analyse();
  expect((await screen.findByRole("status")).textContent).toBe("processing");
  service.engine.settle();
  await screen.findByRole("article", { name: "Scorecard" });
  await expectNoMoreQuestions();
});

test("a recording that cannot be analysed is reported as such, and polling stops", async () => {
  service.engine.when({ filename: "call.wav" }).fail("Nobody speaks.");
  open();
  await analyse();
  expect((await screen.findByRole("alert")).textContent).toBe("The recording could not be analysed.");
  await expectNoMoreQuestions();
});

test("a refused recording gets the service's message, with the refused fields", async () => {
  const error = {
    code: "invalid",
    message: "The call was refused.",
    fields: [{ path: "categoryId", message: "is closed" }],
  };
  service.faults.inject({ operation: "createCall", status: 422, body: { error } });
  open();
  await analyse();
  const { textContent } = await screen.findByRole("alert");
  expect(textContent).toContain("The call was refused");
  expect(textContent).toContain("categoryId: is closed");
});

test("a deleted agent gets the service's message", async () => {
  open();
  await screen.findByRole("option", { name: "Asha Verma" });
  for (const { id } of service.db.agents.list()) service.db.agents.delete(id);
  await analyse();
  expect((await screen.findByRole("alert")).textContent).toMatch(/404.*memberId/);
});

test("of a creation that is uncertain the page says not to send it again", async () => {
  service.faults.inject({ operation: "createCall", network: "reset", when: "after" });
  open();
  await analyse();
  expect((await screen.findByRole("alert")).textContent).toContain("Do not send it again");
  expect(service.db.calls.list()).toHaveLength(1);
});

test("a status that could not be read is asked for again", async () => {
  service.faults.inject({ operation: "getCallAnalysis", status: 503, times: 4 });
  open();
  await analyse();
  await screen.findByRole("article", { name: "Scorecard" });
});

test("a call that no longer exists is reported, and polling stops", async () => {
  service.faults.inject({ operation: "getCallAnalysis", status: 404 });
  open();
  await analyse();
  expect((await screen.findByRole("alert")).textContent).toMatch(/404/);
  await expectNoMoreQuestions();
});

test("a list that cannot be read is reported, and nothing can be sent", async () => {
  service.faults.inject({ operation: "listAgents", status: 500 });
  open();
  expect((await screen.findByRole("alert")).textContent).toContain("500");
  expect(button().disabled).toBe(true);
});
