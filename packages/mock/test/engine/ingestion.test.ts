import { expect, test } from "vitest";
import type { Progression } from "../../src/engine/call-status.js";
import { countedRecordings } from "../../src/engine/ingestion.js";

const byPolls: Progression = { mode: "polls", processing: 1, pending: 1 };
/** Until the millisecond 110. */
const byTime: Progression = { mode: "time", processingMs: 10, pendingMs: 0 };

test.each<[Progression, string, atCreation: number, atEnd: number | null, storedAtMs: number[], counted: number]>([
  [byPolls, "as long as nothing has ended processing, all that is stored so far", 0, null, [90, 105, 999], 3],
  [byPolls, "once a poll or a test has ended it, nothing that is stored later", 0, 2, [90, 105, 106], 2],
  [byPolls, "nothing, where nothing was stored", 0, null, [], 0],
  [byTime, "what is stored before processing ends", 0, null, [109], 1],
  [byTime, "nothing that is stored to the millisecond at which it ends", 0, null, [109, 110], 1],
  [byTime, "what was stored before the creation, whatever its time", 2, null, [90, 150, 160], 2],
  [byTime, "once a test has ended it, nothing that is stored later, though it would be in time", 0, 1, [101, 105], 1],
])("with %j counts %s", (progression, _what, storedAtCreation, storedAtEnd, storedAtMs, counted) => {
  const marks = { storedAtCreation, storedAtEnd };
  expect(countedRecordings({ progression, createdAtMs: 100 }, marks, storedAtMs)).toBe(counted);
});
