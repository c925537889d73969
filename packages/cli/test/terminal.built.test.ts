import { expect, test } from "vitest";
import { setUpFolder } from "./support/command.ts";
import { startInTerminal } from "./support/terminal.ts";

const oddNames = ["call-with-a-rather-long-name-2026-11-21.wav", "電話会議-録音.wav", "🎧 demo.wav"];
/** The README shows them. */
const usualNames = ["monday-0930.wav", "monday-1015.wav", "monday-1140.wav"];

const setUp = (names = oddNames) =>
  setUpFolder(Object.fromEntries(names.map((name, index) => [`recordings/${name}`, index])));

for (const { columns, colors, names } of [
  { columns: 40, colors: { NO_COLOR: "1" }, names: oddNames },
  { columns: 80, colors: {}, names: usualNames },
  { columns: 200, colors: {}, names: oddNames },
]) {
  test(`a batch in a terminal of ${columns} columns shows how far it is, and a table at the end`, async () => {
    const { service, env, cwd, flags } = await setUp(names);
    const gate = service.hold("getCallAnalysis");
    // One after the other, so that the service gives the same ids again.
    const parameters = ["analyze", "recordings", "--journal", "j", "--concurrency", "1", "--yes", ...flags];
    const run = startInTerminal(parameters, { env: { ...env, ...colors }, cwd, columns });
    await expect.poll(() => run.screen()).toContain("0 of 3 done, 3 waiting");
    const waiting = await run.screen();
    gate.release();
    expect(await run.ended).toBe(0);
    const rule = "-".repeat(columns);
    const screens = [waiting, rule, await run.screen(), ""].join("\n");
    await expect(screens).toMatchFileSnapshot(`golden/analyze-${columns}.txt`);
    const raw = run.raw();
    // At the end the cursor is shown.
    expect(raw.lastIndexOf("\u001b[?25h")).toBeGreaterThan(raw.lastIndexOf("\u001b[?25l"));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are escape codes.
    if ("NO_COLOR" in colors) expect(raw).not.toMatch(/\u001b\[[0-9;]*m/);
  });
}

test.each([
  { answer: "y", exitCode: 0, calls: 3 },
  { answer: "n", exitCode: 2, calls: 0 },
  { answer: "\u0003", exitCode: 130, calls: 0 },
])("more than one call is asked about in a terminal, and the answer counts", async ({ answer, exitCode, calls }) => {
  const served = await setUp();
  const { env, cwd, flags } = served;
  const run = startInTerminal(["analyze", "recordings", "--journal", "j", ...flags], { env, cwd, columns: 80 });
  await expect.poll(() => run.screen()).toContain("3 calls would be created and billed. Go ahead?");
  run.type(answer);
  expect(await run.ended).toBe(exitCode);
  expect(served.calls()).toHaveLength(calls);
  // What a person decides is no error.
  const screen = await run.screen();
  expect(screen).not.toContain("Error:");
  if (calls === 0) expect(screen).toMatch(/^Nothing was sent\.$/m);
});
