/** The same response to every request, without a network, so that only the client's own work is measured. */

export const cannedOrigin = "https://api.call-analysis.test";
export const cannedKey = "bench-key";

const agent = {
  id: "agt_2f7c11d0",
  userId: "usr_81b2c3d4",
  name: "Asha Rao",
  email: "asha.rao@example.com",
  image: null,
  createdAt: "2026-01-31T10:00:00.000Z",
};

const cannedText = JSON.stringify({ data: [agent, { ...agent, id: "agt_2f7c11d1" }] });

export async function cannedFetch(_input?: unknown, _init?: unknown): Promise<Response> {
  return new Response(cannedText, { status: 200, headers: { "content-type": "application/json" } });
}
