import { CallAnalysis } from "@call-analysis/sdk-next";

type ClientOptions = NonNullable<ConstructorParameters<typeof CallAnalysis>[0]>;

export const testKey = "key-5f1c09ab77e2";

/** Pauses too short to wait for, and of a length that is known. */
export const quickRetry = { initialDelayMs: 1, maxDelayMs: 1, jitter: 0 };

/** A client of an address, with short pauses unless the test says otherwise. */
export function clientOf({ baseUrl }: { baseUrl: string }, options: ClientOptions = {}): CallAnalysis {
  return new CallAnalysis({ apiKey: testKey, baseUrl, retry: quickRetry, ...options });
}

/** A client whose requests go to a function of the test's. */
export function clientWith(fetch: NonNullable<ClientOptions["fetch"]>, options: ClientOptions = {}): CallAnalysis {
  return clientOf({ baseUrl: "https://service.test/v1" }, { fetch, ...options });
}
