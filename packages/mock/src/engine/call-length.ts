/** Questions on how long the call was, such as "Was the call shorter than 2 minutes?", which its length answers. */

const unitSeconds: readonly (readonly [RegExp, number])[] = [
  [/^(?:s|sek|सेकंड|秒)/u, 1],
  [/^(?:m|मिनट|分)/u, 60],
  [/^(?:h|st|घंट|時間)/u, 3_600],
];

const unit = "(?<unit>sec(?:ond)?s?|sekunden?|min(?:ute)?[sn]?|h(?:ou)?rs?|stunden?|सेकंड|मिनट|घंटे?)";

/** Each with the comparison, the number and the unit. Nothing else is asked. */
const lengthQuestions: readonly RegExp[] = [
  new RegExp(
    `^(?:was|is|did|does|has) (?:the|this) (?:call|conversation)(?: last(?:ed)?| take| be| been)? (?<compared>shorter than|less than|under|within|at most|longer than|more than|over|at least) (?<amount>\\d+) ${unit}(?: long)?$`,
    "u",
  ),
  new RegExp(
    `^(?:war|dauerte|hat) (?:der anruf|das gespräch|das telefonat) (?<compared>kürzer als|weniger als|unter|höchstens|länger als|mehr als|über|mindestens) (?<amount>\\d+) ${unit}(?: lang| gedauert)?$`,
    "u",
  ),
  new RegExp(
    `^क्या (?:यह )?कॉल (?<amount>\\d+) ${unit} से (?<compared>कम|छोटी|ज़्यादा|ज्यादा|अधिक|लंबी)(?: की)? (?:थी|चली|है)$`,
    "u",
  ),
  /^通話(?:時間)?は(?<amount>\d+)(?<unit>秒|分|時間)(?<compared>未満|以内|以下|以上|超|より短い|より長い)(?:でした|です)か$/u,
];

const shorter = /shorter|less|under|within|most|kürzer|weniger|unter|höchstens|कम|छोटी|未満|以内|以下|短/u;

const orEqual = /within|least|most|höchstens|mindestens|以内|以下|以上/u;

/** In characters; longer ones ask something else. */
const longestQuestion = 120;

/** What a question asks about the length of the call. */
export interface AskedLength {
  seconds: number;
  isShorterAsked: boolean;
  includesEqual: boolean;
}

/** What a question asks about the length of the call; null for a question that asks something else. */
export function askedLength(question: string): AskedLength | null {
  if (question.length > longestQuestion) return null;
  const text = question
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s?.。]+$/u, "")
    .trim();
  const groups = lengthQuestions.map((pattern) => pattern.exec(text)?.groups).find((found) => found !== undefined);
  if (!groups) return null;
  const { compared = "", amount, unit: name = "" } = groups;
  const seconds = Number(amount) * (unitSeconds.find(([pattern]) => pattern.test(name))?.[1] ?? Number.NaN);
  return { seconds, isShorterAsked: shorter.test(compared), includesEqual: orEqual.test(compared) };
}

/** What the length of a call answers. */
export function lengthConstraint(durationSeconds: number, asked: AskedLength): "met" | "missed" {
  const { seconds, isShorterAsked, includesEqual } = asked;
  const isMet = durationSeconds === seconds ? includesEqual : isShorterAsked === durationSeconds < seconds;
  return isMet ? "met" : "missed";
}
