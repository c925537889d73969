import { type RequestOptions, request } from "node:http";
import { request as requestByTls } from "node:https";

/** Where the requests of a routed fetch go. */
export interface Route {
  /** Where the server listens. */
  listeningUrl: string;
  /** What a proxy in between does to the path. */
  path?: (path: string) => string;
  /** What a proxy in between sends as Host; by default the address's own. */
  host?: string;
  /** The certificate to trust. */
  ca?: string;
}

/** A `fetch` that connects to one server whatever host an address names, as the names of containers and proxies do. */
export function routedFetch({ listeningUrl, path = (own) => own, host, ca }: Route): typeof globalThis.fetch {
  return async (input, init) => {
    const asked = new Request(input, init);
    const address = new URL(asked.url);
    const { protocol, hostname, port } = new URL(listeningUrl);
    const headers = { ...Object.fromEntries(asked.headers), host: host ?? address.host };
    const to = { hostname, port, path: path(address.pathname + address.search), method: asked.method, headers, ca };
    return sent(protocol === "https:" ? requestByTls : request, to, Buffer.from(await asked.arrayBuffer()));
  };
}

function sent(send: typeof request, options: RequestOptions, body: Buffer): Promise<Response> {
  return new Promise((resolve, reject) => {
    const outgoing = send(options, async (incoming) => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk);
      const { statusCode: status = 0, rawHeaders } = incoming;
      const headers = rawHeaders.flatMap((name, index) =>
        index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ""]] : [],
      );
      resolve(new Response(chunks.length === 0 ? null : Buffer.concat(chunks), { status, headers: headers as never }));
    });
    outgoing.on("error", reject).end(body);
  });
}
