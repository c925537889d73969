// What must work wherever the packages run: a list, an upload with progress, an analysis from a file, and an error.

const sizeBytes = 300_000;

/** Takes a client through the flow, and returns what came of it. The class of error is that of the client's module. */
export async function wholeFlow(sdk, { NotFoundError }) {
  const [agents, categories] = [await sdk.agents.list(), await sdk.categories.list()];
  let progress;
  const onProgress = (told) => {
    progress = told;
  };
  await sdk.calls.upload(new Uint8Array(sizeBytes), { filename: "call.wav", onProgress });
  const recording = { file: new Blob([new Uint8Array(3_000)]), filename: "call.wav" };
  const call = { ...recording, memberId: agents[0].id, categoryId: categories[0].id };
  const poll = { initialDelayMs: 0, intervalMs: 10 };
  const { status, analysis } = await sdk.calls.analyzeFile(call, { poll });
  const error = await sdk.agents.delete("nobody").catch((reason) => reason);
  return {
    agents: agents.length,
    uploaded: progress?.sentBytes === sizeBytes && progress?.totalBytes === sizeBytes,
    status,
    hasScore: typeof analysis.score === "number",
    error: NotFoundError.is(error) ? error.status : String(error),
  };
}
