import { hasPeer } from "../harness/peers.ts";

/** The clients that ours is measured beside, the reference first. */
const peers = ["openapi-fetch", "ky", "axios", "assemblyai", "openai", "stripe"];

/** Those of them that could be installed. */
export function clientPeers(): string[] {
  return peers.filter(hasPeer);
}
