/**
 * Whether what is asked happened, as far as the words of an outcome's label show it. English, German, Hindi and
 * Japanese are read. A label says that something happened ("Demo booked") or that it did not ("Not solved"); a question
 * is understood when it asks just that, in one clause. Of everything else the truth is not known.
 */
import { stemOf, type Word, wordsOf } from "./statement-words.js";

/** What a label says: the stems of its words, and whether it denies them. */
interface Statement {
  stems: readonly string[];
  isDenied: boolean;
}

/** What is longer, in characters, is more than one clause. It also bounds the time that a hostile text can take. */
const longestClause = 400;

interface TruthOptions {
  /** Whether the call did not have the outcome. @default false */
  isRuledOut?: boolean;
}

/** Whether what is asked happened, by an outcome with this label; null when the words do not show it. */
export function truthOf(asked: string, label: string, { isRuledOut = false }: TruthOptions = {}): boolean | null {
  const stated = isRuledOut ? opposite(statementOf(label)) : withoutDetail(label);
  const question = clauseOf(asked);
  if (!stated || question === "" || embedding.test(question)) return null;
  const words = wordsOf(question);
  const stems = new Set(words.flatMap(({ stem }) => stem ?? []));
  if (!stated.stems.every((stem) => stems.has(stem)) || !isPredicate(question, words, stated.stems)) return null;
  const denials = denialsIn(words);
  const isLimited = limits.test(question);
  // "Not solved" denies every way of solving; "Solved" does not confirm "solved on the first call".
  if (denials > 1 || (isLimited && (denials > 0 || !stated.isDenied))) return null;
  return stated.isDenied === denials > 0;
}

/** Whether a text denies what it is about. */
export function isDenied(text: string): boolean {
  return denialsIn(wordsOf(infinitivesDenied(text.toLowerCase()))) > 0;
}

/** What a label states; null when it has no word of its own, denies twice, or has an alternative. */
function statementOf(label: string): Statement | null {
  const text = infinitivesDenied(label.toLowerCase().normalize("NFKC"));
  if (/\b(?:or|oder)\b|\/|या|または/u.test(text)) return null;
  // The first part of "Solved – callback agreed" is the statement.
  const [first = ""] = text.split(/[,;:()–—、]|\s-\s|(?<=\S)\s(?:and|but|und|aber)\s/u);
  const words = wordsOf(first);
  const stems = words.flatMap(({ stem }) => stem ?? []);
  const denials = denialsIn(words);
  return stems.length === 0 || denials > 1 ? null : { stems, isDenied: denials > 0 };
}

function opposite(statement: Statement | null): Statement | null {
  return statement && { ...statement, isDenied: !statement.isDenied };
}

/** "Paid by card" states that something was paid; "Not paid by card" does not state that nothing was. */
function withoutDetail(label: string): Statement | null {
  const whole = statementOf(label);
  return whole?.isDenied === false ? statementOf(label.split(labelDetail)[0] ?? "") : whole;
}

function denialsIn(words: readonly Word[]): number {
  return words.filter(({ isDenial }) => isDenial).length;
}

/** Where the details of a label begin, as in "Paid during the call". */
const labelDetail = /(?<=\S)\s(?:on|in|at|with|without|by|during|after|before|via|bei|im|am|mit|ohne|nach|vor|auf)\s/iu;

/** What makes a question one about something else than its verb: another clause, an infinitive, an alternative. */
const embedding =
  /[,、]|\b(?:if|unless|when|whether|because|since|although|though|that|until|while|what|which|who|how|why|where|to|so|and|or|but|ob|dass|weil|wenn|falls|sofern|bevor|nachdem|obwohl|damit|bis|als|wie|zu|und|oder)\b|(?<!\p{M}|\p{L})(?:कि|क्योंकि|यदि|अगर|जब|तो|और|या|जो)(?!\p{M}|\p{L})|場合|なら|たら|ため|ので|のに|とき/u;

/** What limits a question to some ways of doing something, so that it can be "no" although the thing was done. */
const limits =
  /\d|\b(?:in|on|at|by|with|without|within|before|after|during|for|from|again|already|first|second|once|twice|only|today|immediately|later|fully|completely|\w{3,}ly|innerhalb|ohne|mit|beim?|im|am|vor|nach|während|für|sofort|schnell|erst|nur|wieder|vollständig|ganz|heute)\b|(?:^|\s)(?:में|से|पर|बिना|पहले|बाद|केवल|सिर्फ|तुरंत|जल्दी|दोबारा)(?=\s)|以内|すぐ|だけ|まで|前に|後に|再|完全|一度|初|電話で/u;

/** Places that limit nothing. */
const everywhere =
  /\b(?:in|on|during|by the end of|at the end of) (?:the|this) (?:call|conversation)\b|\bby (?:the|our) (?:agent|team)\b|\bfor the (?:customer|client|caller)\b|\b(?:im|während des|in diesem) (?:gesprächs?|anrufs?|telefonats?)\b|(?:通話|電話)(?:中|内)に/gu;

/** A question or a condition as one clause, without what limits nothing. "Didn't …?" is not understood. */
function clauseOf(asked: string): string {
  const text = asked.toLowerCase().normalize("NFKC").trim();
  if (text.length > longestClause || /^\w+n['’]t\b/u.test(text)) return "";
  return infinitivesDenied(text.replace(englishConjunction, "was ").replace(conjunction, ""))
    .replace(everywhere, " ")
    .replace(/\s+/gu, " ")
    .replace(/[\s,、?.!。]+$/u, "");
}

const englishConjunction =
  /^(?:whether|true (?:if|when)|if|unless|when|because|since|(?:even |al)?though|as long as|in case|except (?:if|when)) /u;

const conjunction =
  /^(?:ob|wenn|falls|sofern|weil|da|obwohl|solange|es sei denn,?(?: dass)?|außer wenn) |^(?:यदि|अगर|क्योंकि|चूँकि|जब तक|जब) |,?\s(?:तो|तब तक)\s*$|(?:場合(?:を除き)?|ときは|限り|(?<=た|い)(?:ため|ので|から))[、は]*$/gu;

/** "Refused to pay" as "not pay". */
function infinitivesDenied(text: string): string {
  return text.replace(/\b(?:fail|failed|refuse|refused|decline|declined|unable) to\b/gu, "not");
}

/** Whether the verb of a question is one of these, or a noun with a verb that only says that it came about. */
function isPredicate(question: string, words: readonly Word[], stems: readonly string[]): boolean {
  if (/[\p{Script=Hiragana}]/u.test(question)) return isLastInJapanese(question, stems);
  const [, auxiliary, rest] = englishQuestion.exec(question) ?? [];
  if (auxiliary === undefined || rest === undefined) {
    const last = words.findLast(({ stem }) => stem !== null)?.stem;
    return last != null && stems.includes(last);
  }
  return isEnglishPredicate(rest, { stems, isBaseForm: /^(?:did|does|do|could|can|will)$/u.test(auxiliary) });
}

const englishQuestion = /^(did|does|do|could|can|will|was|were|is|are|has|have|had) (.*)$/u;

/** Words that can follow the verb. A noun there would make the verb a part of a name, as in "paid amount". */
const afterVerb =
  /^(?:the|an?|any\w*|some\w*|it|this|that|these|those|all|every\w*|their|his|her|our|your|its|in|on|at|by|with|within|without|before|after|during|for|from|right|again|already|today|now|\w+ly|\w+['’]s)$/u;

/** Words before a noun, which a verb does not follow. */
const beforeNoun =
  /^(?:the|an?|any|some|this|these|those|all|their|his|her|our|your|its|of|about|on|in|at|with|without|before|after|during|for|from|by)$/u;

const came = /^(?:made?|done|close[d]?|gets?|receive[d]?|complete[d]?|reach(?:ed)?|found|find|placed?|taken?|given?)$/u;

function isEnglishPredicate(rest: string, { stems, isBaseForm }: { stems: readonly string[]; isBaseForm: boolean }) {
  const tokens = rest.split(" ");
  // Before the verb there is a subject: an article does not make one.
  const subject = /^(?:the|an?|any|all|this|that|your|our|their)$/u.test(tokens[0] ?? "") ? 2 : 1;
  const isStated = (token = "") => wordsOf(token).some(({ stem }) => stem !== null && stems.includes(stem));
  const isForm = (token: string) => !isBaseForm || !/(?:ed|ing)$/u.test(token);
  return tokens.some((token, index) => {
    const isVerb = index >= (isBaseForm ? subject : 1) && index <= subject + 5 && isForm(token);
    if (!isVerb) return false;
    const next = tokens[index + 1];
    if (came.test(token)) return tokens.some((other, at) => at !== index && isStated(other));
    return isStated(token) && !beforeNoun.test(tokens[index - 1] ?? "") && (next === undefined || afterVerb.test(next));
  });
}

/** Whether a Japanese question ends with one of the words, and what bends it. */
function isLastInJapanese(question: string, stems: readonly string[]): boolean {
  const bare = question.replace(japaneseEnding, "");
  const last = /(?:\p{Script=Han}+い?|[\p{Script=Katakana}ー]+)$/u.exec(bare)?.[0];
  return last !== undefined && stems.includes(stemOf(last));
}

const japaneseEnding =
  /(?:[をはが]?(?:し|でき|され|済み|なり)|を?いただけ)?(?:ました|ませんでした|ませんか|ています|ていません|ていない|ている|た|なかった|ない)?(?:のです|のでしょう|でしょう|です)?か?$/u;
