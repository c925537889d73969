/** What benchmarks ask of a fake over HTTP. */

const headers = { authorization: "Bearer test-key", "content-type": "application/json" };

/** Creates a call of the first agent in the first category, as often as the returned function is called. */
export async function callCreator(origin: string): Promise<() => Promise<void>> {
  const [memberId, categoryId] = await Promise.all([firstId(origin, "/agents"), firstId(origin, "/categories")]);
  const body = JSON.stringify({ memberId, categoryId, audio_url: "https://recordings.example.com/1.wav" });
  return async () => {
    await answered(await fetch(`${origin}/v1/calls`, { method: "POST", headers, body }));
  };
}

/** Asks for an address to upload a WAV to. */
export async function signedAddress(origin: string): Promise<string> {
  const body = JSON.stringify({ filename: "call.wav", contentType: "audio/wav" });
  const { data } = await answered(await fetch(`${origin}/v1/calls/presigned-url`, { method: "POST", headers, body }));
  return String(data.presignedUrl);
}

async function firstId(origin: string, path: string): Promise<string> {
  const { data } = await answered(await fetch(`${origin}/v1${path}`, { headers }));
  return data[0].id;
}

async function answered(response: Response) {
  if (response.ok) return response.json();
  throw new Error(`The fake has answered ${response.status}.`);
}
