import { expect, test, vi } from "vitest";
import { runCommand } from "./support/command.ts";

/** What the command and its library, which knows the console alone, print together. */
async function printedBy(...parameters: string[]): Promise<string> {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  try {
    const { stdout } = await runCommand(parameters, { env: {} });
    return stdout + log.mock.calls.map((line) => `${line.join(" ")}\n`).join("");
  } finally {
    log.mockRestore();
  }
}

test.each([
  { given: ["ag"], first: "agents" },
  { given: ["agents", ""], first: "list" },
  { given: ["analyze", "--cat"], first: "--category" },
  { given: ["prospects", "add", "--campaign-b"], first: "--campaign-base-url" },
  { given: ["calls", "w"], first: "wait" },
])("the completion of $given begins with $first", async ({ given, first }) => {
  expect((await printedBy("complete", "--", ...given)).split(/[\t\n]/)[0]).toBe(first);
});

test.each(["bash", "zsh", "fish", "powershell"])("the script of %s evaluates no text", async (shell) => {
  const script = await printedBy("completion", shell);
  expect(script).toContain("call-analysis");
  expect(script).not.toMatch(/^[^#]*\b(eval|Invoke-Expression|iex)\b/im);
});
