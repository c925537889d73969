/**
 * What the wording of a question gives away without being understood: whether it applies to some calls only, has a
 * scale of its own, or takes no yes or no. It is read in English, German, Hindi and Japanese. A question in any other
 * language counts as one that takes yes or no.
 */

/** The numbers that answer a question such as "Rate the greeting from 1 to 5". Both are included. */
export interface Scale {
  least: number;
  most: number;
}

/** What a question takes as its answer: yes or no, how well something was done, or something that is named. */
export type QuestionForm = "yes-or-no" | "degree" | "open";

/** The calls that a conditional question is for: those that succeed, those that fail, or others that cannot be told. */
export type Condition = "success" | "failure" | "other";

/** Conditions and reasons before what is asked, in each language. */
const leadingConditions: readonly RegExp[] = [
  /^(?:if|unless|(?:al)?though|because|since|as long as|(?:when|where)(?! (?:did|do|does|was|were|is)\b)|in case|except|falls|wenn|sofern|solange|weil|da|obwohl|außer|es sei denn)\b[^,]*,\s*/iu,
  /(?:यदि|अगर|चूँकि|चूंकि|जब तक|जब).*?(?:,\s*(?:तो\s|तब तक\s)?|\sतो\s)/u,
  /(?:^|、)[^、]*?(?:場合(?:を除き)?|ときは|限り|(?:た|い)(?:ため|ので|から))(?:、|は)?/u,
];

/** A question with a condition at its end, and what comes before it when the condition is itself asked about. */
const trailingCondition = /^(.*?) ((?:if|when|falls|wenn|sofern)\b.*)$/iu;

/** A reason or an exception at the end, which is always one, whatever is asked before it. */
const trailingReason =
  /^.*? ((?:unless|because|although|even though|as long as|except (?:if|when)|weil|obwohl|solange|es sei denn|außer wenn)\b.*|(?:क्योंकि|चूँकि|चूंकि|जब तक).*)$/iu;

const exceptions = /^(?:unless|except|es sei denn|außer)\b|を除き/iu;

const asking = /\b(?:asks?|asked|checks?|checked|confirm|find out|happens|fragt?|gefragt)\b/i;

const optional = /\bif (?:needed|any|applicable|relevant|required|there was)\b|\b(?:falls|wenn) nötig\b/i;

const failureWords =
  /\b(?:not|no|nothing|nobody|none|never|cannot|unable|without|fail\w*|refus\w*|declin\w*|reject\w*|un(?:re)?solved|unpaid|unsold|nicht|nichts|niemand|nie|kein\w*|ungelöst|ablehnt\w*|abgelehnt|verweigert\w*)\b|n['’]t\b|नहीं|(?<!\p{M}|\p{L})न(?!\p{M}|\p{L})|मना|असफल|ない|なかった|できず|拒|未解決|断っ/giu;

const successWords =
  /\b(?:agree\w*|accept\w*|(?:re)?solved|fixed|paid|pays|bought|sold|booked|interested|zustimmt\w*|zugestimmt|einverstanden|gelöst|bezahlt|gekauft|verkauft|angenommen)\b|सहमत|स्वीकार|हल हो|हल हु|समाधान|भुगतान|同意|承諾|解決|購入/iu;

const scaleWords =
  /\b(?:rate|rating|scale|score|grade|points?|bewert\w*|skala|punkte\w*|note)\b|अंक|रेट|पैमान|स्केल|मूल्यांकन|評価|段階|点/iu;

const scaleNumbers = /(\d{1,3})\s*(?:\([^)]*\)\s*)?(?:[-–—~〜]|to|through|bis|से|から)\s*(\d{1,3})/iu;

const degreeWords =
  /^(?:how (?!many|much|long|often|soon)|to what (?:extent|degree)|wie (?!viel|lang|oft|häufig)|inwie)|कितन[ाीे]|कैस[ाीे]|どの(?:程度|くらい|ように)|どれ(?:ほど|くらい)/iu;

const openWords =
  /^(?:how|which|what|who|whom|whose|where|when|why|name|list|describe|wie|welche[mnrs]?|wer|wen|wem|wo|wann|warum|weshalb|nennen?|was (?:hat|haben|war|wurde|wollte|will|ist|sagte?|genau))\b|कौन|किस|कब|कहाँ|क्यों|どの|どれ|どう|どこ|なぜ|いくら|(?:何|誰|いつ)(?!か)/iu;

/** Questions of yes or no, whatever question they have within them. */
const yesOrNoWords = /^क्या|か(?:を|と|確|聞|尋|説)/u;

/** The condition of a question, or null when it applies to every call. A reason counts as a condition. */
export function conditionOf(question: string): Condition | null {
  const text = question.trim();
  const { clause, isCertain } = conditionIn(text);
  const condition = stateIn(clause);
  if (condition !== null) return condition;
  // Others at the end are often times, as in "when contradicted".
  return isCertain || optional.test(text) ? "other" : null;
}

/** The clause that is a question's condition, and whether the question is for the calls that are otherwise. */
export function conditionClauseOf(question: string): { clause: string; isException: boolean } {
  const { clause } = conditionIn(question.trim());
  return { clause, isException: exceptions.test(clause) };
}

function conditionIn(text: string): { clause: string; isCertain: boolean } {
  const [leading] = leadingConditions
    .map((condition) => condition.exec(text)?.[0])
    .filter((part) => part !== undefined);
  const certain = leading ?? trailingReason.exec(text)?.[1];
  if (certain !== undefined) return { clause: certain, isCertain: true };
  const [, asked = "", trailing = ""] = trailingCondition.exec(text) ?? [];
  return { clause: asking.test(asked) ? "" : trailing, isCertain: false };
}

/** The calls that a condition is for; null when its words do not show it. */
function stateIn(clause: string): Condition | null {
  const denials = [...clause.matchAll(failureWords)].length;
  const isException = exceptions.test(clause);
  // "Unless the problem was not solved" is for calls that solved it. What is denied otherwise twice cannot be told.
  if (denials > 1) return "other";
  if (denials === 0 && !successWords.test(clause)) return null;
  return (denials === 1) === isException ? "success" : "failure";
}

/** What a question takes as its answer, apart from its condition. */
export function formOf(question: string): QuestionForm {
  const core = leadingConditions.reduce((text, condition) => text.replace(condition, "").trim(), question.trim());
  if (yesOrNoWords.test(core)) return "yes-or-no";
  if (degreeWords.test(core)) return "degree";
  return openWords.test(core) ? "open" : "yes-or-no";
}

/** The scale that a question names, or null. */
export function scaleOf(question: string): Scale | null {
  if (!/\p{Nd}/u.test(question)) return null;
  // Digits can be those of Devanagari, or have the width of Japanese characters.
  const text = question.normalize("NFKC").replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x966));
  const [, least, most] = (scaleWords.test(text) && scaleNumbers.exec(text)) || [];
  const scale = { least: Number(least), most: Number(most) };
  return scale.least < scale.most ? scale : null;
}
