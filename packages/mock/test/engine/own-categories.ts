import type { CategoryDetail } from "@call-analysis/sdk";
import fc from "fast-check";
import { emptyCategory, outcomeOf, sectionAsking } from "./call-input.js";

/** Questions as people write them, odd ones among them. */
const questions: Record<string, readonly string[]> = {
  english: [
    "Did the agent ask about the budget range?",
    "Did the agent mention the price?",
    "Did the representative introduce themselves?",
    "Did the agent clearly explain the terms, the fees and the term?",
    "Did the advisor offer a refund or a replacement?",
    "Did the agent not mention the fee?",
    "Did the agent avoid any threat of legal action?",
    "Did the agent handling the call stay calm?",
    "Did the agent, when asked, give a reason?",
    "Did the agent answer all questions?",
    "Did the agent ever raise their voice?",
    "If the customer was upset, did the agent apologise?",
    "If it rained, and only then, did the agent mention the umbrella?",
    "How many times did the agent interrupt the customer?",
    "How often was the price named?",
    "Rate the greeting from 1 to 5.",
    "How well did the agent listen?",
    "Which competitor did the customer name?",
    "Was the call friendly?",
    "Did the agent say “thank you” and 'please'?",
    'Did the agent say "no"?',
    "Did the agent read <b>the terms</b> & conditions?",
    "Did the agent <script>alert(1)</script>?",
    "greeting",
    `Did the agent ${"talk about the weather and ".repeat(16)}stop?`,
  ],
  german: [
    "Hat der Mitarbeiter nach dem Termin gefragt?",
    "Hat der Mitarbeiter den Kunden nicht unterbrochen?",
    "Falls der Kunde verärgert war, hat der Mitarbeiter sich entschuldigt?",
    "Wie oft wurde der Preis genannt?",
    "Bewerten Sie die Begrüßung von 1 bis 5.",
    "Hat der Mitarbeiter „Guten Tag“ gesagt, auch wenn es eilig war?",
    `Hat der Mitarbeiter ${"über das Wetter geredet und ".repeat(16)}aufgehört?`,
  ],
  hindi: [
    "क्या एजेंट ने तारीख पूछी?",
    "क्या एजेंट ने शर्तें नहीं पढ़ीं?",
    "यदि समस्या हल नहीं हुई, तो क्या एजेंट ने माफ़ी माँगी?",
    "अभिवादन को १ से ५ तक अंक दें।",
    "एजेंट ने कितनी बार टोका?",
    `क्या एजेंट ने ${"मौसम की बात की और ".repeat(20)}धन्यवाद कहा?`,
  ],
};

const labels: Record<string, readonly string[]> = {
  english: ["Order changed", "Order kept", "No decision", "Wrong person"],
  german: ["Vertrag geändert", "Bleibt unverändert", "Kein Entschluss", "Falsche Nummer"],
  hindi: ["भुगतान हुआ", "मना किया", "बाद में बात", "गलत नंबर"],
};

/** Categories that users wrote, without their own sentence. A question can be asked twice. */
export const ownCategory: fc.Arbitrary<CategoryDetail> = fc
  .constantFrom("english", "german", "hindi")
  .chain((language) =>
    fc
      .array(fc.array(fc.constantFrom(...(questions[language] ?? [])), { minLength: 1, maxLength: 8 }), {
        minLength: 1,
        maxLength: 4,
      })
      .map((sections) => ({
        ...emptyCategory,
        possibleOutcomes: (labels[language] ?? []).map((label, index) =>
          outcomeOf(label, { description: `${label}.`, isSuccess: index === 0, isNotApplicable: index === 3 }),
        ),
        analysisPointers: sections.map((asked, section) => ({
          ...sectionAsking(...asked),
          sectionId: `sec_${section}`,
          sectionName: `Part ${section + 1}`,
        })),
      })),
  );
