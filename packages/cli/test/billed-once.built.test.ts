/** One folder of recordings, and everything that can happen to it: each recording has one call in the end. */
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fillDisk, smallDisk } from "../../../scripts/small-disk.ts";
import { requiresLongTests } from "../../../scripts/test-requirements.ts";
import { startCommand } from "./support/built-command.ts";
import {
  jsonLines,
  longAgo,
  type RunResult,
  runCommand,
  startService,
  temporaryFolder,
  wavBytes,
} from "./support/command.ts";

const [files, kills] = [250, 5];

/** Another PID namespace, as a container has: the numbers of its processes mean nothing here. Where this process may make one. */
const unshare = ["unshare", "--pid", "--fork", "--kill-child"];
const namespace = spawnSync("unshare", [...unshare.slice(1), "true"]).status === 0 ? unshare : [];

test(
  `${files} recordings are ${files} calls, whatever they are called, wherever they lie, and however runs end`,
  requiresLongTests,
  async () => {
    const { service, env, memberId, categoryId, calls } = await startService();
    const disk = smallDisk(8_192);
    const cwd = temporaryFolder();
    const at = (path: string) => join(cwd, path);
    mkdirSync(at("rec/day"), { recursive: true });
    for (let index = 0; index < files; index += 1) {
      writeFileSync(at(`rec/day/${index}.wav`), wavBytes(index));
      utimesSync(at(`rec/day/${index}.wav`), longAgo, longAgo);
    }
    const keyed = { ...env, XDG_STATE_HOME: disk ?? temporaryFolder() };
    const email = service.db.agents.get(memberId)?.email.toUpperCase() ?? "";
    const flags = ["--member", memberId, "--category", categoryId, "--yes"];
    const start = (inputs: string[], within: string[] = []) =>
      startCommand(["analyze", ...inputs, ...flags], { env: keyed, cwd, within });
    const run = (inputs: string[], changed: NodeJS.ProcessEnv = {}): Promise<RunResult> =>
      runCommand(["analyze", ...flags, ...inputs], { env: { ...keyed, ...changed }, cwd });
    const expectAll = ({ exitCode, stdout }: Pick<RunResult, "exitCode" | "stdout">, lines = files) =>
      expect({ exitCode, ok: jsonLines(stdout).filter(({ ok }) => ok).length }).toEqual({ exitCode: 0, ok: lines });

    for (let kill = 1; kill <= kills; kill += 1) {
      const killed = start(["rec/**/*.wav"], kill % 2 === 1 ? namespace : []);
      await expect.poll(() => calls().length).toBeGreaterThanOrEqual(Math.floor((kill * files) / (kills + 3)));
      killed.process.kill("SIGKILL");
      expect(await killed.ended).toBe("SIGKILL");
    }

    const stopped = start(["rec/day/*"]);
    await expect.poll(() => calls().length).toBeGreaterThanOrEqual(Math.floor((kills * files) / (kills + 2)));
    stopped.process.kill("SIGINT");
    expect(await stopped.ended).toBe(130);

    if (disk !== undefined) {
      const makeRoom = fillDisk(disk);
      const before = calls().length;
      const full = await run(["rec"]);
      makeRoom();
      if (full.exitCode !== 0) expect(calls().length).toBe(before);
    }

    const gate = service.hold("createCall");
    const filling = start(["rec"]);
    await gate.reached();
    const makeRoom = disk !== undefined && fillDisk(disk);
    gate.release();
    const code = await filling.ended;
    // What could not be recorded is not said to be done.
    expect(code === 0).toBe(jsonLines(filling.written.stdout).filter(({ ok }) => ok).length === files);
    if (makeRoom) makeRoom();

    const both = [start(["rec"]), start(["rec/day"])];
    const codes = await Promise.all(both.map(({ ended }) => ended));
    const uncertain = jsonLines(both[0]?.written.stdout ?? "").filter((line) => line.uncertain);
    expect(codes).toEqual(codes.map(() => (uncertain.length > 0 ? 3 : 0)));
    // A person looks each up: by the address of its recording.
    const { stdout } = await runCommand(["uncertain"], { env: keyed, cwd });
    expect(
      jsonLines(stdout)
        .map(({ key }) => key)
        .sort(),
    ).toEqual(uncertain.map(({ key }) => key).sort());
    for (const { key, audioUrl } of jsonLines(stdout)) {
      const call = service.db.calls.list().find((known) => known.audioUrl === audioUrl);
      const decision = ["uncertain", "settle", key, call?.id ?? "--create"];
      expect(await runCommand(decision, { env: keyed, cwd })).toMatchObject({ exitCode: 0 });
    }
    expectAll(await run(["rec"]));
    expect(calls()).toHaveLength(files);

    mkdirSync(at("rec/new"));
    for (const name of readdirSync(at("rec/day")).slice(0, 9))
      renameSync(at(`rec/day/${name}`), at(`rec/new/a ${name}`));
    expectAll(await run(["rec/**/*.wav"]));
    renameSync(at("rec"), at("moved"));
    symlinkSync("moved", at("latest"));
    expectAll(await run(["latest"]));
    const [name = ""] = readdirSync(at("moved/day"));
    copyFileSync(at(`moved/day/${name}`), at("moved/copy.wav"));
    linkSync(at(`moved/day/${name}`), at("moved/hard.wav"));
    symlinkSync(`day/${name}`, at("moved/link.wav"));
    expectAll(await run(["moved"]), files + 3);
    const spelled = `${env.CALL_ANALYSIS_BASE_URL?.replace("http:", "HTTP:").replace("/v1", "/./x/../v1")}/`;
    expectAll(await run(["moved/day", "moved/new"], { CALL_ANALYSIS_BASE_URL: spelled }));
    expectAll(await run(["moved/day", "moved/new", "--member", email]));
    expect(calls()).toHaveLength(files);

    for (const _run of ["first", "second"]) {
      expectAll(await run(["moved", "--pass", "2"]), files + 3);
      expect(calls()).toHaveLength(2 * files);
    }
  },
);
