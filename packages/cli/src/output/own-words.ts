/** The client's messages speak of its options and methods. Whoever uses the command knows flags, variables and commands. Pure. */
import { recordingEndings } from "@call-analysis/sdk/node";

const ownWords: readonly [ofClient: RegExp, own: string | ((...match: string[]) => string)][] = [
  [/^baseUrl (?=must)/, "The service's address (--base-url or CALL_ANALYSIS_BASE_URL) "],
  [/\bbaseUrl does/, "The service's address does"],
  [
    /^campaignBaseUrl (?=must)/,
    "The campaign interface's address (--campaign-base-url or CALL_ANALYSIS_CAMPAIGN_BASE_URL) ",
  ],
  [/^campaignBaseUrl is missing/, "--campaign-base-url is missing"],
  [/ dangerouslyAllowHttp: .*/, ""],
  [/^apiKey (?=must)/, "The API key (CALL_ANALYSIS_API_KEY) "],
  [/^campaignApiKey (?=must)/, "The campaign interface's key (CALL_ANALYSIS_CAMPAIGN_API_KEY) "],
  [/\bCheck apiKey: /, "Check the API key: "],
  [/^logLevel /, "CALL_ANALYSIS_LOG "],
  [/^(member|category|call|campaign)(?:Id|_id) (?=is|must|contains)/, "The $1's id "],
  [
    /^contentType: (nothing shows the type of "(.*)"\.) Pass contentType.*/,
    (_, what, name) => `${what} ${typeAdvice(name)}`,
  ],
  [/^(?:file|fileJournal): /, ""],
  // No flag changes a limit.
  [/\b(?:poll\.)?timeoutMs = (\d+) ms/g, (_, ms) => `${Number(ms) / 1_000} s`],
  [/\bRaise it, or look\b/, "Look"],
  [/\bLook at the \w+ function, the middleware, the connection\./, "Look at the connection."],
  [/: wait again with waitForAnalysis\./, "."],
  [/, or wait for retryAfterMs\./, ", or wait."],
  [/ Wait for retryAfterMs\./, ""],
  [/See `body` for/, "With --json you see"],
  // What to do then is at the end of the run.
  [/(it is unknown whether the call was created)[.;].*/, "$1."],
  [/^settle: (.*) entries\(\) lists/, "--settle: $1 call-analysis resume --json lists"],
  [/^settle: /, "--settle: "],
  [/, and run the batch again(: it goes on from here)?\./, "."],
  [/ Run the batch again: it goes on from here\./, ""],
  [/^Settled with .*/, "It was decided to skip it. To create it: call-analysis resume --settle KEY=recreate"],
];

/** What gives a recording a type. */
function typeAdvice(filename = ""): string {
  const [, ending] = /.(\.[^./\\]+)$/.exec(filename) ?? [];
  if (!ending) return "Give the file the ending of its format, such as .wav.";
  const known = recordingEndings.map((each) => `.${each}`).join(", ");
  return `The ending ${ending} is none of ${known}. Convert the recording to one of these, or give its name the ending if it is one.`;
}

/** A message of the client in the words of the command. */
export function inOwnWords(message: string): string {
  return ownWords.reduce((text, [ofClient, own]) => text.replace(ofClient, own as string), message);
}
