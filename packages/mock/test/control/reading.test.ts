import type { AnalysisSnapshot } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { ask, type Fields } from "../support/ask.js";
import { createCall, known } from "../support/flow.js";
import { listening } from "./listening.js";

const ids = (rows: Fields[]) => rows.map(({ id }) => id);

test("the latest calls come in pages, and are chosen by their fields and by a text", async () => {
  const { control, service } = await listening();
  const { agent, category } = known(service);
  const other = service.db.agents.list()[1]?.id;
  const created = [
    await createCall(service),
    await createCall(service, { memberId: other }),
    await createCall(service, { udfs: { note: "Autumn" } }),
  ];
  service.engine.fail(created[0] ?? "", "Nobody <speaks>.");
  const latest = async (query: string) => {
    const { calls, found, all } = (await control("GET", `/calls?last=2&${query}`)).body;
    return [ids(calls), found, all];
  };
  expect(await latest("")).toEqual([created.slice(1), 3, 3]);
  expect(await latest(`before=${created[1]}`)).toEqual([created.slice(0, 1), 3, 3]);
  expect(await latest("before=call_nowhere")).toEqual([[], 3, 3]);
  expect(await latest(`memberId=${other}`)).toEqual([[created[1]], 1, 3]);
  expect(await latest(`memberId=${agent.id}&categoryId=${category.id}&status=failed`)).toEqual([[created[0]], 1, 3]);
  expect((await control("GET", "/calls?status=failed")).body.calls).toMatchObject([
    { failureReason: "Nobody <speaks>." },
  ]);
  expect(await latest("q=autumn")).toEqual([[created[2]], 1, 3]);
  expect(await latest(`id=${created[1]}`)).toEqual([[created[1]], 1, 3]);
  expect(await latest("organizationId=org_nowhere")).toEqual([[], 0, 0]);
});

test("the latest calls come with their analyses when these are asked for", async () => {
  const { control, service } = await listening();
  const callId = await createCall(service);
  await createCall(service);
  service.engine.complete(callId, { score: 81 });
  const { calls } = (await control("GET", "/calls?last=2&analyses=all")).body;
  expect(calls).toMatchObject([{ id: callId, analysis: service.engine.inspect(callId).analysis }, { score: null }]);
  expect(calls[1]).not.toHaveProperty("analysis");
});

test.each(["/calls?limit=0", "/calls?last=0", "/journal?limit=0"])("%s lists nothing", async (path) => {
  const { control, service } = await listening();
  await createCall(service);
  const [rows] = Object.values((await control("GET", path)).body);
  expect(rows).toEqual([]);
});

test("the journal has a page also after an entry that is not kept any more, or that the query does not choose", async () => {
  const { control, service } = await listening({ journal: { maxEntries: 3 } });
  for (const path of ["/agents", "/agents", "/categories", "/agents"] as const) await ask(service, `GET ${path}`);
  const pageAfter = async (id: number) =>
    ids((await control("GET", `/journal?operation=listAgents&after=${id}&limit=1`)).body.entries);
  expect([await pageAfter(1), await pageAfter(3), await pageAfter(4)]).toEqual([[2], [4], []]);
});

test("the list of calls has the score and the outcome of each completed call, as its analysis has them", async () => {
  const { control, service } = await listening({ scenario: "busy" });
  const { calls } = (await control("GET", "/calls?limit=60")).body;
  for (const { id, status, score, outcomeLabel, totalScore } of calls) {
    const { data } = (await ask<{ data: AnalysisSnapshot }>(service, `GET /calls/${id}/analysis`)).body;
    const { analysis } = data;
    expect(status).toBe(data.status);
    const points = analysis?.sections.reduce((sum, section) => sum + section.totalScore, 0);
    expect({ score, outcomeLabel, totalScore }).toEqual({
      score: analysis?.score ?? null,
      outcomeLabel: analysis?.outcomeLabel ?? null,
      totalScore: points ?? null,
    });
  }
  expect(calls[0]).not.toHaveProperty("analysis");
  expect(calls.filter(({ status }: Fields) => status === "completed").length).toBeGreaterThan(40);
});

test("each interface has a document with the address at which it is", async () => {
  const { control, url } = await listening();
  const external = (await control("GET", "/openapi.json")).body;
  const campaigns = (await control("GET", "/campaigns.openapi.json")).body;
  expect([external.servers, campaigns.servers]).toEqual([[{ url: `${url}/v1` }], [{ url }]]);
  expect(Object.keys(external.paths)).toContain("/calls/{callId}/analysis");
  expect(Object.keys(external.paths).filter((path) => path.includes("campaigns"))).toEqual([]);
  expect(Object.keys(campaigns.paths)).toEqual(["/v1/campaigns/{campaign_id}/prospects-zap"]);
});

test("faults and gates do not touch control, so that it can always take them away", async () => {
  const { control } = await listening();
  await control("POST", "/faults", { network: "timeout" });
  expect((await control("DELETE", "/faults")).status).toBe(200);
  expect((await control("GET", "/rules")).body).toEqual({ rules: [] });
});
