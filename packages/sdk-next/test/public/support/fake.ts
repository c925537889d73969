/** A fake of the installed package, a client of it, and a recording: what most tests begin with. */
import type { MockService, MockServiceOptions } from "@call-analysis/mock";
import * as mockPackage from "@call-analysis/mock";
import type { AnalyzeFileInput, CallAnalysis, ClientOptions } from "@call-analysis/sdk-next";
import * as sdkPackage from "@call-analysis/sdk-next";

/** A fake, and what a test needs to analyse a recording with it. */
export interface Fake {
  service: MockService;
  sdk: CallAnalysis;
  memberId: string;
  categoryId: string;
  /** The fields of a call, with its own recording for each name. */
  input(filename?: string): AnalyzeFileInput & { filename: string };
  /** How many calls there are. */
  calls(): number;
  /** How often an operation was asked for. */
  asked(operation: Parameters<MockService["hold"]>[0]): number;
}

/** Pauses that last no time, so that three attempts are three attempts at once. */
export const quickRetry = { initialDelayMs: 1, maxDelayMs: 1 };

/** A fake in this process, and a client that polls without pauses. */
export function startFake(options: MockServiceOptions = {}, clientOptions: ClientOptions = {}): Fake {
  const service = mockPackage.createMockService(options);
  return fakeOf(service, clientOptions);
}

/** A client of a service that is there already. */
export function fakeOf(service: MockService, clientOptions: ClientOptions = {}): Fake {
  const reach = { ...service.clientOptions({ fast: true }), fetch: service.fetch };
  const memberId = service.db.agents.list()[0]?.id ?? "";
  const categoryId = service.db.categories.list()[0]?.id ?? "";
  return {
    service,
    sdk: new sdkPackage.CallAnalysis({ ...reach, retry: quickRetry, ...clientOptions }),
    memberId,
    categoryId,
    input: (filename = "call.wav") => ({ file: wav(filename), filename, memberId, categoryId }),
    calls: () => service.db.calls.list().length,
    asked: (operation) => service.journal.count({ operation }),
  };
}

/** The bytes of a recording, which differ for each name. */
export function wav(name = "call.wav", sizeBytes = 2_000): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(sizeBytes);
  bytes.set(new TextEncoder().encode(`RIFF....WAVE ${name}`));
  return bytes;
}

/** What a promise is rejected with. @throws {Error} when it is not rejected */
// biome-ignore lint/suspicious/noExplicitAny: tests look into errors of any class.
export async function failureOf(promise: PromiseLike<unknown>): Promise<any> {
  return promise.then(
    () => {
      throw new Error("It was to fail, and succeeded.");
    },
    (error: unknown) => error,
  );
}

/** All that an iterable gives. */
export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}
