/** A fixture that controls the fake over HTTP. It resets data, rules, faults, gates and journal before each test. */
import { test as base } from "@playwright/test";

interface Mock {
  /** Decides how calls end, from the next creation on. */
  rule(rule: { match: object; complete?: object; fail?: object; afterPolls?: number }): Promise<void>;
  fault(fault: { operation: string; [detail: string]: unknown }): Promise<void>;
  /** Holds every such request until `release()`. */
  hold(operation: string): Promise<{ reached(): Promise<boolean>; release(): Promise<void> }>;
  /** The number of requests for an operation. */
  count(operation: string): Promise<number>;
}

export const test = base.extend<{ mock: Mock }>({
  mock: [
    async ({ request }, use) => {
      const control = `http://127.0.0.1:${process.env.MOCK_PORT ?? "4010"}/__mock__`;
      async function send(method: string, path: string, data?: object) {
        const response = await request.fetch(`${control}/${path}`, { method, data });
        if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
        return response.headers()["content-type"]?.includes("json") ? response.json() : undefined;
      }
      await send("POST", "reset");
      await use({
        rule: (rule) => send("POST", "engine/rules", rule),
        fault: (fault) => send("POST", "faults", fault),
        async hold(operation) {
          const { id } = await send("POST", "gates", { operation });
          return {
            reached: async () => (await send("GET", `gates/${id}?waitMs=5000`)).reached,
            release: () => send("DELETE", `gates/${id}`),
          };
        },
        count: async (operation) => (await send("GET", `journal?operation=${operation}`)).entries.length,
      });
    },
    { auto: true },
  ],
});
