import fc from "fast-check";
import { expect, test } from "vitest";
import { createMockService, type MockService } from "../../src/index.js";
import { adapterOf } from "../../src/service.js";
import { SnapshotChanges, type StateChange } from "../../src/store/changes.js";
import { ask } from "../support/ask.js";
import { createCall, upload } from "../support/flow.js";
import { wav } from "../support/wav.js";

/** A service whose changes are followed from here on, and the snapshot that they follow. */
function followed() {
  const service = createMockService({ clock: { startAt: "2026-01-31T10:00:00Z" } });
  const { state } = adapterOf(service);
  state.takeChangesText();
  const changes = new SnapshotChanges(JSON.parse(state.snapshotText({ withBytes: false })));
  const follow = () => changes.apply(JSON.parse(state.takeChangesText() ?? "") as StateChange);
  const present = () => {
    const { leftOut: _, ...rows } = JSON.parse(state.snapshotText({ withBytes: false }));
    return rows;
  };
  return { service, state, follow, present, result: () => changes.result() };
}

const actions: Record<string, (service: MockService) => unknown> = {
  createCall: (service) => createCall(service),
  poll: (service) => ask(service, `GET /calls/${service.db.calls.list().at(-1)?.id ?? "call_nowhere"}/analysis`),
  upload: (service) => upload(service, wav({ seconds: 1 + service.db.uploads.list().length / 10 })),
  changeCategory: ({ db }) =>
    db.categories.update(db.categories.list()[0]?.id ?? "", { name: `${db.calls.list().length}` }),
  deleteCall: ({ db }) => db.calls.delete(db.calls.list()[0]?.id ?? ""),
  deleteAgent: ({ db }) => db.agents.update(db.agents.list().at(-1)?.id ?? "", { isActive: false }),
  advance: ({ clock }) => clock.advance(1_000),
};

test("a snapshot with the changes since is the present state, whatever happened and however often it was saved", async () => {
  const steps = fc.array(fc.record({ action: fc.constantFrom(...Object.keys(actions)), isSaved: fc.boolean() }), {
    maxLength: 25,
  });
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const { service, follow, present, result } = followed();
      for (const { action, isSaved } of taken) {
        await actions[action]?.(service);
        if (isSaved) follow();
      }
      follow();
      expect(result()).toEqual(present());
    }),
    { numRuns: 60 },
  );
});

test("a call keeps the configuration of its creation when its category changes after it was saved", async () => {
  const { service, follow, result } = followed();
  const callId = await createCall(service);
  follow();
  const { sections } = service.engine.inspect(callId).analysis ?? {};
  service.db.categories.update(service.db.calls.get(callId)?.categoryId ?? "", { analysisPointers: [] });
  follow();
  const other = createMockService();
  other.restore(result());
  expect(other.engine.inspect(callId).analysis?.sections).toEqual(sections);
});

test("a reset, a restored state and a new organization are more than changes of rows", () => {
  const { service, state } = followed();
  const snapshot = service.snapshot();
  expect(state.takeChangesText()).toContain('"rows":[]');
  service.reset();
  expect(state.takeChangesText()).toBeUndefined();
  service.restore(snapshot);
  expect(state.takeChangesText()).toBeUndefined();
  service.db.organizations.insert({ id: "org_new", name: "New" });
  expect(state.takeChangesText()).toBeUndefined();
  expect(state.takeChangesText()).toContain('"rows":[]');
});
