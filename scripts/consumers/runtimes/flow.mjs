// The whole flow from a file, on any runtime. Arguments: the service's address, its key, the file.
import { CallAnalysis } from "@call-analysis/sdk";

const [baseUrl, apiKey, path] = process.argv.slice(2);
const sdk = new CallAnalysis({ apiKey, baseUrl });
const [agent] = await sdk.agents.list();
const [category] = await sdk.categories.list();

const megabytes = () => process.memoryUsage().rss / 1e6;
const before = megabytes();
let peak = before;
const sampling = setInterval(() => {
  peak = Math.max(peak, megabytes());
}, 10);
let progress;
const call = await sdk.calls.analyzeFile(
  { file: { path }, memberId: agent.id, categoryId: category.id },
  {
    poll: { initialDelayMs: 0, intervalMs: 10 },
    onProgress: (told) => {
      progress = told;
    },
  },
);
clearInterval(sampling);
console.log(JSON.stringify({ status: call.status, progress, grownMegabytes: Math.round(peak - before) }));
