/** The list that the fake answers with: what bare handlers and servers answer too. */
import { createMockService } from "@call-analysis/mock";

/** The text of the fake's answer to `GET /agents`. */
export async function agentListText(): Promise<string> {
  const service = createMockService();
  const { baseUrl, apiKey } = service.clientOptions();
  const response = await service.fetch(`${baseUrl}/agents`, { headers: { authorization: `Bearer ${apiKey}` } });
  return response.text();
}
