/** One creation of a flow, from before its claim to its end: what its token says at each moment. */
import type { CreateToken, ResumeToken } from "../errors/call-analysis-error.js";
import { type Creation, createToken, tokenAfterCreate } from "./token.js";

/** A creation, and what is known of it by now. */
export class CreationUnderWay {
  readonly creation: Creation;
  /** Whether this flow created the call: otherwise another flow did, or an earlier run. */
  isCreatedHere = false;
  /** What may have been sent: this creation, or somebody else's of the same recording, which has another upload of it. */
  #sent: Creation;
  #isUncertain: boolean;

  /** @param isUncertain whether an earlier attempt may have created the call, and nobody has decided about that */
  constructor(creation: Creation, isUncertain: boolean) {
    this.creation = creation;
    this.#sent = creation;
    this.#isUncertain = isUncertain;
  }

  /** The token while it waits. */
  token(): CreateToken {
    return createToken(this.creation, this.#isUncertain);
  }

  /** The claim says that the call does not exist. A process that dies with this token cannot know whether it was sent. */
  claimed(): CreateToken {
    this.#isUncertain = false;
    return createToken(this.creation, true);
  }

  /** @param audio_url of the recording in the creation that somebody else has sent */
  sentByOther(audio_url: string): void {
    this.#sent = { ...this.creation, call: { ...this.creation.call, audio_url } };
  }

  /** The token after it has failed. */
  tokenAfter(error: unknown): ResumeToken {
    return tokenAfterCreate(this.#sent, error, this.#isUncertain);
  }
}
