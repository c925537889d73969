// Creates a call, and returns the code of the error.
import { CallAnalysis } from "@call-analysis/sdk";

/** @param baseUrl of a service that never answers */
export default async (baseUrl) => {
  const sdk = new CallAnalysis({ apiKey: "test-key", baseUrl });
  const call = { memberId: "mem_1", categoryId: "cat_1", audio_url: "https://recordings.example.com/a.wav" };
  return sdk.calls.create(call).then(
    () => "created",
    (error) => error.code,
  );
};
