/** Just enough English to put "ask the customer who decides and note the answer" into the past. */

const irregular: ReadonlyMap<string, string> = new Map(
  Object.entries({
    be: "was",
    become: "became",
    begin: "began",
    bring: "brought",
    build: "built",
    choose: "chose",
    come: "came",
    deal: "dealt",
    do: "did",
    draw: "drew",
    feel: "felt",
    find: "found",
    forget: "forgot",
    get: "got",
    give: "gave",
    go: "went",
    have: "had",
    hear: "heard",
    hold: "held",
    keep: "kept",
    know: "knew",
    lead: "led",
    leave: "left",
    let: "let",
    lose: "lost",
    make: "made",
    mean: "meant",
    meet: "met",
    offer: "offered",
    pay: "paid",
    put: "put",
    read: "read",
    run: "ran",
    say: "said",
    see: "saw",
    seek: "sought",
    sell: "sold",
    send: "sent",
    set: "set",
    show: "showed",
    speak: "spoke",
    stick: "stuck",
    take: "took",
    teach: "taught",
    tell: "told",
    think: "thought",
    understand: "understood",
    upsell: "upsold",
    win: "won",
    write: "wrote",
  }),
);

/** Verbs that double their last letter. */
const doubling = /^(?:admit|commit|confer|drop|flag|omit|permit|plan|recap|refer|skip|stop|submit|tag|transfer|wrap)$/;

/** Verbs that a phrase may go on with, though no object follows to tell that they are verbs. */
const plainVerb =
  /^(?:apologi[sz]e|agree|ask|clarify|confirm|empathi[sz]e|explain|introduce|listen|offer|respond|say|summari[sz]e|thank|verify)$/;

/** What stands at the beginning of an object, or of a clause. */
const opensObject =
  /^(?:the|an?|any|all|their|his|her|its|it|them|themselves|himself|herself|this|that|what|how|why|whether|who|when)$/i;

/** What stands before an object, and is no verb itself. */
const preposition = /^(?:about|after|as|at|before|by|for|from|if|in|into|of|on|than|to|until|with|without)$/;

const adverb = /^(?:\w+ly|also|first|then|always)$/;

/** A verb in the past: `ask` → `asked`, `give` → `gave`. */
export function pastOf(verb: string): string {
  const known = irregular.get(verb);
  if (known !== undefined) return known;
  if (verb.endsWith("e")) return `${verb}d`;
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ied`;
  return doubling.test(verb) ? `${verb}${verb.slice(-1)}ed` : `${verb}ed`;
}

/**
 * A whole phrase in the past, with the verbs that it joins by "and", "or" or a comma. What comes after
 * "to" and a verb hangs on that verb and stays as it is.
 */
export function pastPhrase(verbPhrase: string): string {
  const words = verbPhrase.split(" ");
  const lastPlace = words.findIndex((word, index) => word === "to" && !opensObject.test(words[index + 1] ?? ""));
  const verbs = words.map((_, index) => (lastPlace < 0 || index < lastPlace) && isVerbAt(words, index));
  return words.map((word, index) => (verbs[index] ? pastOf(word) : word)).join(" ");
}

function isVerbAt(words: readonly string[], index: number): boolean {
  const word = words[index] ?? "";
  if (!/^[a-z]+$/.test(word) || adverb.test(word) || preposition.test(word)) return false;
  const start = beforeAdverbs(words, index);
  if (start === 0) return true;
  const previous = words[start - 1] ?? "";
  if (!/^(?:and|or)$|,$/.test(previous) || opensObject.test(word)) return false;
  return plainVerb.test(word) || opensObject.test(words[index + 1] ?? "");
}

/** Where the adverbs in front of a word begin: "politely" in "politely ask". */
function beforeAdverbs(words: readonly string[], index: number): number {
  let start = index;
  while (start > 0 && adverb.test(words[start - 1] ?? "")) start -= 1;
  return start;
}
