/** A point at which Prism finds a request or an answer departing from the document. */
export interface Violation {
  /** Such as `GET /agents`. */
  request: string;
  status: number;
  location: readonly string[];
  message: string;
}

type RawViolation = Pick<Violation, "location" | "message">;

/** A fetch that keeps what Prism says of each answer in its header. */
export function violationRecorder() {
  const violations: Violation[] = [];
  let answers = 0;
  const record: typeof globalThis.fetch = async (input, init) => {
    const response = await globalThis.fetch(input, init);
    const { method, url } = input instanceof Request ? input : { method: init?.method ?? "GET", url: String(input) };
    const found: RawViolation[] = JSON.parse(response.headers.get("sl-violations") ?? "[]");
    const request = `${method} ${new URL(url).pathname}`;
    violations.push(...found.map(({ location, message }) => ({ request, status: response.status, location, message })));
    answers += 1;
    return response;
  };
  return { fetch: record, violations, answers: () => answers };
}

/** Whether it is the service that is at fault: its answer, or its taking of a request that the document forbids. */
export function isFaultOfService({ location, status }: Violation): boolean {
  return location[0] === "response" || status < 300;
}

/** A violation as one line. */
export function violationAsText({ request, status, location, message }: Violation): string {
  return `${request} → ${status}: ${location.join(".")}: ${message}`;
}
