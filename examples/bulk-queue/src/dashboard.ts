/** Serves the queues to a browser, and metrics at `/metrics`, on loopback: `node src/dashboard.ts`. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createBullBoard } from "@bull-board/api";
import { BullMQAdapter } from "@bull-board/api/bullMQAdapter";
import { ExpressAdapter } from "@bull-board/express";
import express from "express";
import type { Redis } from "ioredis";
import { RedisJournal } from "./journal.ts";
import { createMetrics } from "./metrics.ts";
import { connect, submitQueue, waitQueue } from "./queues.ts";

/**
 * The policy that bull-board's page needs, and no more. Three common settings leave the page blank:
 * `upgrade-insecure-requests` (part of helmet's default) asks for its scripts by https, `base-uri 'none'` breaks its
 * paths, and `style-src` without 'unsafe-inline' its layout. The policy blocks its fonts from Google.
 */
const contentSecurityPolicy = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "base-uri 'self'",
  "object-src 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Serves on loopback. Everybody who reaches it can retry and remove jobs, so put your login in front. */
export async function serveDashboard(
  { redis, journal }: { redis: Redis; journal: RedisJournal },
  { port = 3_000 }: { port?: number } = {},
): Promise<{ url: string; close: () => Promise<void> }> {
  const queues = [submitQueue(redis), waitQueue(redis)];
  const board = new ExpressAdapter();
  createBullBoard({ queues: queues.map((queue) => new BullMQAdapter(queue)), serverAdapter: board });
  const metrics = createMetrics(queues, journal);
  const app = express().disable("x-powered-by");
  app.use(refuseOtherHosts);
  app.use((_request, response, next) => {
    response.set("content-security-policy", contentSecurityPolicy);
    next();
  });
  app.get("/metrics", async (_request, response) => {
    response.type(metrics.contentType).send(await metrics.metrics());
  });
  app.use("/", board.getRouter());
  const server = app.listen(port, "127.0.0.1");
  await once(server, "listening");
  // A server on a port always has an address of this form.
  const { port: boundPort } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await Promise.all(queues.map((queue) => queue.close()));
  };
  return { url: `http://127.0.0.1:${boundPort}`, close };
}

/** DNS rebinding: another site's name can point at this machine, but its requests have that name as their Host. */
const refuseOtherHosts: express.RequestHandler = (request, response, next) => {
  if (["127.0.0.1", "localhost"].includes(request.hostname)) next();
  else response.status(403).send("Open the dashboard by 127.0.0.1 or localhost.");
};

if (import.meta.main) {
  const { REDIS_URL, JOURNAL_REDIS_URL = REDIS_URL, PORT = "3000" } = process.env;
  const journal = new RedisJournal(connect(JOURNAL_REDIS_URL));
  const { url } = await serveDashboard({ redis: connect(REDIS_URL), journal }, { port: Number(PORT) });
  console.log(`The queues are at ${url}, the figures at ${url}/metrics`);
}
