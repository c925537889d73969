/** The data of an answer, or why there is none, as a text. Only a 200 with JSON is an answer. */
import {
  askLater,
  bodyProblem,
  nextAfter,
  type Read,
  type ReadFailure,
  readAnswer,
  type Service,
  statusStatement,
} from "./read-answer.js";

/** Why there is no data. */
export interface Unread {
  /** Sentences in which there is nothing that the service has said. */
  reason: string;
  /** `unknown`: a 404. `unusable`: an answer of another kind came. */
  kind: ReadFailure["kind"] | "unknown" | "unusable";
}

/** What is expected. */
interface DataOptions extends Pick<Read, "operation" | "id"> {
  isData(data: unknown): boolean;
  /** What is wrong when it is not so, as a sentence. */
  dataStatement: string;
  /** Whether another answer came before: then --base-url is not what is wrong. */
  isAddressRight: boolean;
}

/** Reads data, and does not look into it further. */
export async function readData(
  service: Service,
  { isData, dataStatement, isAddressRight, ...read }: DataOptions,
): Promise<{ data: unknown } | Unread> {
  const answer = await readAnswer(service, read);
  if ("reason" in answer) return { kind: answer.kind, reason: `${answer.reason} ${answer.next}` };
  const { status, json } = answer;
  const data: unknown = Reflect.get(Object(json), "data");
  if (status === 200 && !bodyProblem(answer) && isData(data)) return { data };
  const ofBody = bodyProblem(answer);
  const next = nextAfter({ ...answer, statement: ofBody?.statement }, { isAddressRight });
  const reason =
    status === 429
      ? `The service answered 429. ${next}`
      : status !== 200
        ? `${statusStatement(status)}. ${next}`
        : ofBody
          ? `${ofBody.statement}. ${next}`
          : `${dataStatement} ${isAddressRight ? askLater : next}`;
  return { reason, kind: status === 404 ? "unknown" : "unusable" };
}

/** Nothing can be imported. The message names the operation, and has nothing that the service has said. */
export class UnreadError extends Error {
  override readonly name = "UnreadError";
  readonly kind: Unread["kind"];

  constructor(what: string, { reason, kind }: Unread) {
    super(`${what}: ${reason}`);
    this.kind = kind;
  }
}
