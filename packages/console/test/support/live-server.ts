/** What an organization would run: the console's files and a proxy to the service, on one origin. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createProxyHandler, toNodeListener } from "@call-analysis/sdk/proxy";
import { serveConsole } from "../../serve.ts";
import type { Fake } from "./fake.ts";

/** Starts it in front of a fake, which takes the place of the real service. */
export async function serveLive({ url: service }: Fake): Promise<{ url: string; close: () => Promise<void> }> {
  const files = await serveConsole(0, { connectTo: [service] });
  const proxy = toNodeListener(
    createProxyHandler({
      apiKey: "test-key",
      baseUrl: `${service}/v1`,
      campaignBaseUrl: service,
      dangerouslyAllowHttp: true,
      basePath: "/call-analysis",
      secret: "a secret that is made for this test alone",
      allow: [
        ...(["listAgents", "createAgent", "updateAgent", "deleteAgent", "listCategories", "getCategory"] as const),
        ...(["createUploadUrl", "createCall", "getCallAnalysis", "addProspect"] as const),
      ],
      authorize: () => ({ userId: "ravi" }),
    }),
  );
  const server = createServer((request, response) => {
    if (request.url?.startsWith("/call-analysis/")) return proxy(request, response);
    void fetch(new URL(request.url ?? "/", files.url)).then(async (file) => {
      const headers = [...file.headers].filter(
        ([name]) => !["connection", "keep-alive", "content-length", "transfer-encoding"].includes(name),
      );
      response.writeHead(file.status, Object.fromEntries(headers)).end(Buffer.from(await file.arrayBuffer()));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await files.close();
    },
  };
}
