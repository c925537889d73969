/** The words of a label or a question: which of them deny, which say nothing by themselves, and which mean the same. */

/** A word of a text. */
export interface Word {
  /** What forms of the word have in common; null for a word that says nothing by itself. */
  stem: string | null;
  isDenial: boolean;
}

/** The words of a text in lower case that say something. */
export function wordsOf(text: string): Word[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]|^[\p{Script=Han}\s]+$/u.test(text)) return japaneseWordsOf(text);
  const tokens = text.replace(/['’]s\b/gu, "").match(/[\p{L}\p{M}]+(?:['’]t)?/gu) ?? [];
  return tokens.map(wordOf).filter(({ stem, isDenial }) => stem !== null || isDenial);
}

/** The stem of a word, which words of the same meaning share. */
export function stemOf(word: string): string {
  return synonyms.get(word) ?? word.replace(/(?:ed|e|s)$/u, "").replace(/([b-df-hj-np-tv-z])\1$/u, "$1");
}

function wordOf(token: string): Word {
  if (denying.test(token)) return { stem: null, isDenial: true };
  if (refusing.test(token)) return { stem: stemOf("accept"), isDenial: true };
  const [, denied, disliked = denied] = deniedForm.exec(token) ?? [];
  if (disliked !== undefined) return { stem: stemOf(disliked), isDenial: true };
  return { stem: silent.test(token) ? null : stemOf(token), isDenial: false };
}

function japaneseWordsOf(text: string): Word[] {
  const denials = text.match(japaneseDenial) ?? [];
  const words =
    text
      .replace(japaneseDenial, " ")
      .replace(/済み?/gu, " ")
      .match(/\p{Script=Han}+(?:い(?=ま|た))?|[\p{Script=Katakana}ー]+/gu) ?? [];
  return [
    ...denials.map(() => ({ stem: null, isDenial: true })),
    ...words.filter((word) => !japaneseSilent.test(word)).map((word) => ({ stem: stemOf(word), isDenial: false })),
  ];
}

const denying =
  /^(?:not|no|never|nothing|nobody|none|neither|cannot|without|fail\w*|unable|lost|\w+n['’]t|nicht|nichts|nie|niemand|ohne|kein\w*|gescheitert|नहीं|न|बिना|असफल)$/u;

const refusing = /^(?:declin\w+|refus\w+|reject\w+|abgelehnt|verweigert|मना|अस्वीकार)$/u;

/** "Unsolved", "dissatisfied", "ungelöst". */
const deniedForm =
  /^(?:(?:un|non)(\p{L}{2,}(?:ed|id|ld|ght)|(?:ge|be|er|ver|zu)\p{L}+)|dis(satisfied|agreed?|interested|approved?))$/u;

/** Articles, auxiliaries, and what every call has: people, a problem, a call. */
const silent =
  /^(?:the|an?|any|all|it|this|that|their|his|her|our|your|its|did|does|do|could|can|will|was|were|is|are|has|have|had|be|been|being|got|get|gets|left|stay|stayed|remain|remained|remains|still|yet|made?|make|done|received?|completed?|closed?|reach|found|find|placed?|taken?|given?|customer|client|caller|agent|problem|issue|query|matter|case|call|success|successful|successfully|of|by|in|on|at|for|during|to|conversation|der|die|das|des|dem|den|ein|eine|einen|hat|haben|war|wurden?|wird|werden|worden|ist|konnte|noch|bleibt|blieb|kunden?|kundin|mitarbeiter|mitarbeiterin|problem|anliegen|erfolgreich|क्या|एजेंट|ग्राहक|समस्या|ने|का|की|के|को|हो|हुआ|हुई|हुए|हु|गया|गई|गए|किया|कर|करी|दी|दिया|है|था|थी|थे|सफल)$/u;

const japaneseSilent = /^(?:問題|客様|顧客|担当者|件|様|通話|電話|課題)$/u;

const japaneseDenial = /未|不|非|(?<!少)ない|なかった|ません|なし|ず(?=$|[、\s])/gu;

/** Words of one meaning; the first stands for the others. */
const meanings: readonly (readonly string[])[] = [
  ["solve", "solved", "resolve", "resolved", "fix", "fixed"],
  ["buy", "bought", "purchase", "purchased", "sell", "sold", "sale"],
  ["pay", "paid", "payment"],
  ["gelöst", "lösen", "behoben"],
  ["verkauft", "gekauft", "kaufen", "kauf", "verkauf"],
  ["bezahlt", "gezahlt", "zahlen", "zahlung"],
  ["हल", "समाधान"],
  ["खरीदा", "खरीदी", "खरीदारी", "बेचा", "बिका", "बिक्री"],
  ["購入", "買い", "成約", "販売"],
];

const synonyms = new Map(meanings.flatMap((words) => words.map((word) => [word, words[0] ?? word] as const)));
