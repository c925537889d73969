import { hasPeer } from "../harness/peers.ts";

/** The clients that ours is compared with, the reference first. */
const peers = ["openapi-fetch", "ky", "axios", "assemblyai", "openai", "stripe"];

/** The clients that could be installed. */
export function clientPeers(): string[] {
  return peers.filter(hasPeer);
}
