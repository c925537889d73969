// Uploads a recording from memory. Argument: the service's address.
import { CallAnalysis } from "@call-analysis/sdk";

const [baseUrl] = process.argv.slice(2);
const sdk = new CallAnalysis({ apiKey: "test-key", baseUrl, retry: false });
const { sizeBytes } = await sdk.calls.upload(new Uint8Array(300_000), { filename: "call.wav" });
console.log(sizeBytes);
