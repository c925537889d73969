import { afterEach, expect, test, vi } from "vitest";
import { setupMockServer } from "../../src/adapters/node.js";
import { serve } from "../../src/adapters/server.js";
import { createMockService } from "../../src/index.js";
import { ask } from "../support/ask.js";

/** The tests of `setupMockServer`. Each version of msw has a file that runs them unchanged. */
export function testNodeAdapter(name: "msw 2" | "msw 3"): void {
  let close = () => {};

  afterEach(() => close());

  const setup = () => {
    const mock = setupMockServer();
    close = mock.close;
    return {
      ...mock,
      reachable: { ...mock.service, fetch: (...request: Parameters<typeof fetch>) => fetch(...request) },
    };
  };

  test(`close can be called twice, and before listen, on ${name}`, () => {
    const mock = setup();
    mock.close();
    mock.listen();
    mock.close();
    mock.close();
    expect(mock.service.db.agents.list()).toHaveLength(4);
  });

  test(`listen can be called twice, and again after close, on ${name}`, async () => {
    const mock = setup();
    mock.listen();
    mock.listen();
    mock.close();
    mock.listen();
    expect((await ask(mock.reachable, "GET /agents")).status).toBe(200);
  });

  test(`after close the global fetch is what it was, on ${name}`, async () => {
    const before = globalThis.fetch;
    const mock = setup();
    mock.listen();
    mock.close();
    expect(globalThis.fetch).toBe(before);
  });

  test(`close ends a request that is held as a broken connection does, on ${name}`, async () => {
    const mock = setup();
    mock.listen();
    const gate = mock.service.hold("listAgents");
    const held = ask(mock.reachable, "GET /agents");
    await gate.reached();
    mock.close();
    await expect(held).rejects.toThrow(TypeError);
  });

  test(`a request to another address is refused by default, on ${name}`, async () => {
    const mock = setup();
    mock.listen();
    const silenced = vi.spyOn(console, "error").mockImplementation(() => {});
    const elsewhere = await serve(createMockService(), { port: 0 });
    await expect(fetch(`${elsewhere.url}/v1/agents`)).rejects.toThrow();
    await elsewhere.close();
    silenced.mockRestore();
    expect(mock.service.journal.entries()).toEqual([]);
  });
}
