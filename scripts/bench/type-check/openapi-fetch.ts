import type { paths } from "@call-analysis/sdk";
import createClient from "openapi-fetch";

const client = createClient<paths>({ baseUrl: "https://host.example/v1" });

export async function review(callId: string): Promise<string[]> {
  const agents = await client.GET("/agents");
  const created = await client.POST("/agents", { body: { name: "Asha Rao", email: "asha@example.com" } });
  const category = await client.GET("/categories/{categoryId}", { params: { path: { categoryId: "category" } } });
  const call = await client.POST("/calls", {
    body: {
      memberId: agents.data?.data[0]?.id ?? created.data?.data.id ?? "",
      categoryId: category.data?.data.id ?? "",
      audio_url: "https://host.example/call.wav",
    },
  });
  const answer = await client.GET("/calls/{callId}/analysis", { params: { path: { callId } } });
  const { status, analysis, metadata } = answer.data?.data ?? {};
  const results = (analysis?.sections ?? []).flatMap(({ criterias }) => criterias.map(({ result }) => String(result)));
  return [call.data?.data.callId ?? "", String(status), String(analysis?.score), metadata?.createdAt ?? "", ...results];
}
