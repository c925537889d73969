/** The list with which the fake answers. Bare handlers and servers answer with it too. */
import { createMockService } from "@call-analysis/mock";

/** The body of the fake's response to `GET /agents`. */
export async function agentListText(): Promise<string> {
  const service = createMockService();
  const { baseUrl, apiKey } = service.clientOptions();
  const response = await service.fetch(`${baseUrl}/agents`, { headers: { authorization: `Bearer ${apiKey}` } });
  return response.text();
}
