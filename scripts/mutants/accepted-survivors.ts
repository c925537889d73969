/** A change that no test notices, and why it may stay unnoticed. */
export interface AcceptedSurvivor {
  /** From the repository's root. */
  file: string;
  /** The source's line on which the change begins, without its indentation, as the run prints it; or a pattern for several. */
  code: string | RegExp;
  /** What is changed into what, as the run prints it. */
  change: string;
  /** Why no test can or need notice it. */
  reason: string;
}

/** Whether a line, without its indentation, is one that an accepted survivor names. */
export function isOf({ code }: AcceptedSurvivor, line: string): boolean {
  return code instanceof RegExp ? code.test(line) : code === line;
}

/** The changes that may survive. They hang on the code, not on its place in the file. */
export const acceptedSurvivors: readonly AcceptedSurvivor[] = [
  {
    file: "packages/sdk/src/request/retry-after.ts",
    code: "const isoDate = /^\\d{4}-\\d\\d-\\d\\dT/;",
    change: "/^\\d{4}-\\d\\d-\\d\\dT/ → /\\d{4}-\\d\\d-\\d\\dT/",
    reason: "Date.parse of V8 takes no text before such a date; other engines may.",
  },
  {
    file: "packages/sdk/src/request/timers.ts",
    code: "return new AbortError(message, { cause: signal?.reason, requestSent, attempts });",
    change: "signal?.reason → signal.reason",
    reason: "Only a signal aborts, so there is one; its type is that of the option.",
  },
  {
    file: "packages/sdk/src/flow/token.ts",
    code: 'if (checked.stage === "create" && checked.uncertain && recreate !== true && !hasSameKey(checked, key)) {',
    change: 'checked.stage === "create" → true',
    reason: "A token of the other stage has no `uncertain`: the compiler alone wants the check.",
  },
  {
    file: "packages/sdk/src/record/input-rows.ts",
    code: "last = page.at(-1)?.place ?? last;",
    change: "page.at(-1)?.place → page.at(-1).place",
    reason: "A full page has a last entry: the compiler alone wants the check.",
  },
  {
    file: "packages/sdk/src/record/input-rows.ts",
    code: "const audioUrl = (known?.content === content && known?.audio_url) || null;",
    change: "known?.audio_url → known.audio_url",
    reason: "The contents are equal only where there is an input: the compiler alone wants the check.",
  },
  {
    file: "packages/sdk/src/record/input-rows.ts",
    code: "return (high >>> 11) * 2 ** 32 + low;",
    change: "(high >>> 11) * 2 ** 32 + low → (high >>> 11) * 2 ** 32 - low",
    reason: "Another random number.",
  },
  {
    file: "packages/sdk/src/contract/operations.ts",
    code: "const agentFields: FieldsOf<AgentInput & AgentUpdate> = { name: true, email: true };",
    change: "true → false",
    reason: "The names alone count. `true` stands for nothing.",
  },
  {
    file: "packages/sdk/src/contract/operations.ts",
    code: "const grantFields: FieldsOf<UploadUrlInput> = { filename: true, contentType: true };",
    change: "true → false",
    reason: "The names alone count. `true` stands for nothing.",
  },
  {
    file: "packages/sdk/src/contract/operations.ts",
    code: "const callFields: FieldsOf<CallInput> = { memberId: true, categoryId: true, audio_url: true, udfs: true, date: true };",
    change: "true → false",
    reason: "The names alone count. `true` stands for nothing.",
  },
  {
    file: "packages/sdk/src/request/clean-cause.ts",
    code: "if (values.size > mostValues || isOpaque(value)) return false;",
    change: "values.size > mostValues → values.size >= mostValues",
    reason: "Whether the limit is 1,000 values or 999 is no promise.",
  },
  {
    file: "packages/sdk/src/request/clean-cause.ts",
    code: "} catch {",
    change: "{ // A getter that throws. return false; } → {}",
    reason: "The function then gives undefined, which means the same to its one caller.",
  },
  {
    file: "packages/sdk/src/request/redaction.ts",
    code: "if (known.has(secret)) return;",
    change: "known.has(secret) → false",
    reason: "Only spares work: a Map keeps the place of a key that it has.",
  },
  {
    file: "packages/sdk/src/request/redaction.ts",
    code: "if (known !== this.#fixed && known.size > mostPassing && oldest !== undefined) known.delete(oldest);",
    change: "oldest !== undefined → true",
    reason: "A Map with more than 256 entries has a first: the compiler alone wants the check.",
  },
  {
    file: "packages/sdk/src/flow/creation.ts",
    code: "if (creations.size > mostCreations && oldest !== undefined) creations.delete(oldest);",
    change: "oldest !== undefined → true",
    reason: "A Map with more than 10,000 entries has a first: the compiler alone wants the check.",
  },
  {
    file: "packages/sdk/src/flow/creation.ts",
    code: "if (createdNothing && creations.get(id) === creation) creations.delete(id);",
    change: "creations.get(id) === creation → true",
    reason: "Another creation of the id is there only after 10,000 others came while this one was under way.",
  },
  {
    file: "packages/sdk/src/flow/creation.ts",
    code: "const others: SentMark = { sent: false };",
    change: "{ sent: false } → {}",
    reason: "What is not there is as good as false; the compiler alone wants it.",
  },
  {
    file: "packages/sdk/src/flow/creation.ts",
    code: "let hasClaim = false;",
    change: "false → true",
    reason: "Nothing is uncertain before the first claim, which sets it.",
  },
  {
    file: "packages/sdk/src/flow/creation.ts",
    code: "outlook = await own?.outlook(key);",
    change: "own?.outlook → own.outlook",
    reason: "Only a record of this package lets a caller wait; the compiler alone wants the check.",
  },
  {
    file: "packages/sdk/src/record/memory-ledger.ts",
    code: 'if (!isAllowed(recreate ? "recreate" : "claim", key)) return refusedClaim(creations.get(key)?.callId);',
    change: "creations.get(key)?.callId → creations.get(key).callId",
    reason: "A key without a row may always be claimed; the compiler alone wants the check.",
  },
  {
    file: "packages/sdk/src/request/retry.ts",
    code: "if (askedMs !== undefined && askedMs > policy.maxRetryAfterMs) return undefined;",
    change: "askedMs !== undefined → true",
    reason: "Undefined is not greater than a number; the compiler alone wants the check.",
  },
  {
    file: "packages/sdk/src/proxy/handles.ts",
    code: "if (end === -1) return undefined;",
    change: "end === -1 → false",
    reason: "Without the mark the rest of the text is no signature, and is refused as that.",
  },
  {
    file: "packages/sdk/src/proxy/handles.ts",
    code: "if (end === -1) return undefined;",
    change: "-1 → +1",
    reason: "Without the mark the rest of the text is no signature, and is refused as that.",
  },
  {
    file: "packages/sdk/src/proxy/handles.ts",
    code: "if (!bytes) return undefined;",
    change: "!bytes → false",
    reason: "No call has an empty id, so none is signed; the compiler alone wants the check.",
  },
  {
    file: "packages/sdk/src/proxy/handles.ts",
    code: 'this.#key ??= await crypto.subtle.importKey("raw", encoder.encode(this.#secret), hmac, false, ["sign", "verify"]);',
    change: "false → true",
    reason: "Whether the key could be exported shows nowhere: nobody else has it.",
  },
  {
    file: "packages/sdk/src/proxy/handles.ts",
    code: 'return base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");',
    change: "/=+$/ → /=+/",
    reason: "Base64 has its padding at the end alone.",
  },
  {
    file: "packages/sdk/src/proxy/handles.ts",
    code: "} catch {",
    change: "{ return undefined; } → {}",
    reason: "The function then gives undefined, too.",
  },
  {
    file: "packages/sdk/src/record/sqlite-journal.ts",
    code: /\[ownRecord\]/,
    change: "true → false",
    reason: "The name alone counts. `true` stands for nothing.",
  },
  {
    file: "packages/sdk/src/batch/shared-inputs.ts",
    code: "return outcome.finally(() => this.#underWay.delete(name));",
    change: "() => this.#underWay.delete(name) → () => undefined",
    reason: "It only frees memory, which large-journal.test.ts measures.",
  },
  {
    file: "packages/sdk/src/record/owner-lock.ts",
    code: "if (/^[\\da-f-]{36}$/.test(id)) isAlive(journal, id);",
    change: "/^[\\da-f-]{36}$/ → /[\\da-f-]{36}$/",
    reason: "No file has more before the id; a name that had would be another's, and is left alone.",
  },
  {
    file: "packages/sdk/src/record/owner-lock.ts",
    code: "if (statSync(this.#reserve, { throwIfNoEntry: false })?.size === reserveBytes) return;",
    change: "statSync(this.#reserve, { throwIfNoEntry: false })?.size === reserveBytes → false",
    reason: "Only spares work.",
  },
  {
    file: "packages/sdk/src/record/owner-lock.ts",
    code: "lock.close();",
    change: "lock.close(); → ;",
    reason: "Only a race leads there; the process closes what is open when it ends.",
  },
  {
    file: "packages/sdk/src/record/owner-lock.ts",
    code: "remove(path);",
    change: "remove(path); → ;",
    reason: "Only a race leads there; whoever looks for dead owners next removes the file.",
  },
  {
    file: "packages/sdk/src/record/owner-lock.ts",
    code: "} catch (error) {",
    change: "{ if (isBusy(error)) return false; throw error; } → {}",
    reason: "Only a disk that fails gives another error than that the lock is taken.",
  },
  {
    file: "packages/sdk/src/record/owner-lock.ts",
    code: "if (isBusy(error)) return false;",
    change: "isBusy(error) → true",
    reason: "Only a disk that fails gives another error than that the lock is taken.",
  },
  {
    file: "packages/mock/src/rules/match.ts",
    code: 'return typeof operation === "string" && Object.hasOwn(fieldsOf, operation);',
    change: 'typeof operation === "string" → true',
    reason: "No field is named `undefined` or `null`: the compiler alone wants the check.",
  },
  {
    file: "packages/mock/src/rules/rules.ts",
    code: "return this.#bucketsFor(kind, operation).some(({ size }) => size > 0);",
    change: "size > 0 → true",
    reason: "Only spares work.",
  },
  {
    file: "packages/mock/src/rules/rules.ts",
    code: "return this.#bucketsFor(kind, operation).some(({ size }) => size > 0);",
    change: "size > 0 → size >= 0",
    reason: "Only spares work.",
  },
  {
    file: "packages/sdk/src/record/sqlite-journal.ts",
    code: "if (this.#opening === opening) this.#opening = undefined;",
    change: "this.#opening === opening → true",
    reason: "Only a race leads there, and then the file is opened once more.",
  },
  {
    file: "packages/sdk/src/record/sqlite-journal.ts",
    code: "(await opening)?.close();",
    change: "(await opening)?.close → (await opening).close",
    reason: "Who leaves has opened it: the compiler alone wants the check.",
  },
  {
    file: "packages/sdk/src/record/journal-database.ts",
    code: "if (!found) createFile(path);",
    change: "!found → true",
    reason: "Only spares work: no file that exists is opened.",
  },
  {
    file: "packages/sdk/src/record/journal-database.ts",
    code: "function syncFolder(path: string): void {",
    change: '{ try { const folder = openSync(dirname(path), "r"); fsyncSync(folder); close... → {}',
    reason: "Only a machine that loses its power would show it.",
  },
  {
    file: "packages/sdk/src/record/journal-database.ts",
    code: "try {",
    change: '{ const folder = openSync(dirname(path), "r"); fsyncSync(folder); closeSync(f... → {}',
    reason: "Only a machine that loses its power would show it.",
  },
  {
    file: "packages/sdk/src/record/journal-database.ts",
    code: "if (isNew) createTables(database, scope);",
    change: "isNew → true",
    reason: "Only spares a lock: tables that are there are not made again.",
  },
  {
    file: "packages/sdk/src/record/journal-database.ts",
    code: "if (kind.version <= version) return false;",
    change: "false → true",
    reason: "Only spares a lock: tables that are there are not made again.",
  },
  {
    file: "packages/sdk/src/record/journal-database.ts",
    code: "syncFolder(path);",
    change: "syncFolder(path); → ;",
    reason: "Only a machine that loses its power would show it.",
  },
  {
    file: "packages/sdk/src/record/journal-database.ts",
    code: "fsyncSync(folder);",
    change: "fsyncSync(folder); → ;",
    reason: "Only a machine that loses its power would show it.",
  },
  {
    file: "packages/sdk/src/flow/flow.ts",
    code: /^\w+: true,$/,
    change: "true → false",
    reason: "The names alone count. `true` stands for nothing.",
  },
  {
    file: "packages/sdk/src/request/request.ts",
    code: "return options.onRetry?.(event);",
    change: "options.onRetry?.(event) → options.onRetry(event)",
    reason: "What a callback throws is ignored, also that it is none.",
  },
  {
    file: "packages/sdk/src/request/request.ts",
    code: "return options.onPause?.(pauseMs);",
    change: "options.onPause?.(pauseMs) → options.onPause(pauseMs)",
    reason: "What a callback throws is ignored, also that it is none.",
  },
  {
    file: "packages/sdk/src/request/request.ts",
    code: "if (body === undefined && options.headers === undefined) return headers;",
    change: "body === undefined && options.headers === undefined → false",
    reason: "Only spares work.",
  },
  {
    file: "packages/sdk/src/upload/put.ts",
    code: 'const recording = await atStage("grant", resolve, { flow });',
    change: "{ flow } → {}",
    reason: "No error of this step has a token, so nothing shows which flow it is of.",
  },
  {
    file: "packages/sdk/src/upload/put.ts",
    code: "this.#onRetry?.(notice);",
    change: "this.#onRetry?.(notice) → this.#onRetry(notice)",
    reason: "A flow always gives one; the compiler alone wants the check.",
  },
  {
    file: "packages/mock/src/rules/fail.ts",
    code: "default:",
    change: "default: return response; → default:",
    reason: "No fault of a body that was checked gets there: it is what the type allows besides, a body of a status.",
  },
  {
    file: "packages/mock/src/rules/faults.ts",
    code: 'if (step === undefined || step === "pass") return step === "pass";',
    change: "step === undefined → false",
    reason: "A fault has at least one step. The compiler cannot know it.",
  },
  {
    file: "packages/mock/src/rules/fault-definition.ts",
    code: "status !== undefined && body !== undefined && !mayHaveBody(status),",
    change: "status !== undefined → true",
    reason: "A response without a status may have a body. The compiler alone wants the check.",
  },
  {
    file: "packages/mock/src/rules/hold.ts",
    code: "reject(signal?.reason);",
    change: "signal?.reason → signal.reason",
    reason: "Only a signal calls it, so there is one.",
  },
  {
    file: "packages/mock/src/rules/rule-form.ts",
    code: 'const [, index, field = ""] = /(?:sequence(?:\\[(\\d+)\\])?\\.?)?(.*)/.exec(path) ?? [];',
    change: '[] → ["Stryker was here"]',
    reason: "The pattern fits every text. The compiler cannot know it.",
  },
  {
    file: "packages/mock/src/engine/solve-scores.ts",
    code: "return sections.map(({ pointer }, index) => ({ pointer, criteria: (solved[index] ?? []).map(findingOf) }));",
    change: '[] → ["Stryker was here"]',
    reason: "There is a solved section for each. The compiler cannot know it.",
  },
  {
    file: "packages/mock/src/engine/solve-scores.ts",
    code: "function draftsOf(section: SectionAnswers, { sections = [] }: PartialAnalysis, policies: ScorePolicies): Drafts {",
    change: '[] → ["Stryker was here"]',
    reason: "A text has no id of a section, so it gives nothing for one.",
  },
  {
    file: "packages/mock/src/engine/solve-scores.ts",
    code: "{ criterias = [] }: Partial<PartialSection>,",
    change: '[] → ["Stryker was here"]',
    reason: "A text has no id of a criterion, so it gives nothing for one.",
  },
  {
    file: "packages/mock/src/engine/solve-scores.ts",
    code: 'const [, fraction = "", exponent = "0"] = /(?:\\.(\\d+))?(?:e-(\\d+))?$/.exec(String(score)) ?? [];',
    change: '[] → ["Stryker was here"]',
    reason: "Every text ends, so the expression always matches.",
  },
  {
    file: "packages/mock/src/engine/solve-scores.ts",
    code: "const given = result === undefined ? undefined : answerOf(result, question, criterionResults);",
    change: "result === undefined → false",
    reason: "No result is undefined, so it stands for no answer. The compiler asks for the check.",
  },
  {
    file: "packages/mock/src/engine/solve-scores.ts",
    code: "const solved = points === undefined ? undefined : withPoints(drafts, points);",
    change: "points === undefined → false",
    reason: "Undefined is never a sum of points with four decimals. The compiler asks for the check.",
  },
  {
    file: "packages/mock/src/engine/solve-scores.ts",
    code: "if (Math.abs(halves - points) <= (total * 0.005) / scoreUnit(score)) return halves;",
    change:
      "Math.abs(halves - points) <= (total * 0.005) / scoreUnit(score) → Math.abs(halves - points) < total * 0.005 / scoreUnit(score)",
    reason: "Both sides are rounded binary fractions, which are not equal where the numbers would be.",
  },
  {
    file: "packages/mock/src/engine/call-status.ts",
    code: 'if (progression.mode !== "time" || !progression.jitter) return progression;',
    change: 'progression.mode !== "time" → false',
    reason: "No other progression has jitter. The compiler asks for the check.",
  },
  {
    file: "packages/mock/src/engine/call-status.ts",
    code: "const jittered = (milliseconds: number) => Math.round(milliseconds * (1 + jitter * (2 * random.next() - 1)));",
    change: "1 + jitter * (2 * random.next() - 1) → 1 - jitter * (2 * random.next() - 1)",
    reason: "Draws are as likely on the one side as on the other, and nobody is promised a certain one.",
  },
  {
    file: "packages/mock/src/engine/call-status.ts",
    code: 'if (progression.mode !== "time" || statusOverride !== undefined) return null;',
    change: 'progression.mode !== "time" → false',
    reason:
      "Another progression has no times, and nothing is before a time that is not there. The compiler asks for the check.",
  },
  {
    file: "packages/mock/src/engine/solve-scores.ts",
    code: "if (isPercent && isFixed && makesPercentage(sumOfPoints(drafts.filter(isApplicable)), { total, score }))",
    change: "drafts.filter(isApplicable) → drafts",
    reason: "A given answer that does not apply has no points.",
  },
  {
    file: "packages/mock/src/core/clock.ts",
    code: 'const isoMs = typeof time === "string" ? parseIsoDateTime(time) : undefined;',
    change: 'typeof time === "string" → true',
    reason: "The text of a Date is none that the parser knows. The compiler asks for the check.",
  },
];
