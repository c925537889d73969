/** Remarks on how calls are conducted: greeting, checks, manner, farewell. */
import type { Topic } from "./topic.js";

/** The subjects that any kind of call has, the more special first. */
export const procedureTopics: readonly Topic[] = [
  {
    pattern: /\bgreet|\bintroduc|\bwelcom/,
    place: "start",
    met: [
      "It set a friendly tone from the first sentence.",
      "The customer knew from the start whom they were speaking to.",
    ],
    partly: [
      "It was rushed, and the customer asked to hear it again.",
      "The words were there, but hurried and hard to follow.",
    ],
    missed: ["The conversation went straight to the subject.", "The customer had to ask whom they were speaking to."],
  },
  {
    pattern: /verif|identity|authenticat|right person|account holder/,
    met: ["Two details were compared, and both matched.", "It was done before anything about the account was said."],
    partly: ["One detail was compared where two are expected.", "It came late, after the account had been mentioned."],
    missed: ["Account details were spoken about all the same.", "The name alone was taken as enough."],
  },
  {
    pattern: /being recorded|recording|permission|good time|convenient|consent/,
    met: ["The customer answered that this was fine.", "There was a pause for the answer."],
    partly: [
      "It was said in passing, with no pause for an answer.",
      "The customer began to answer and was talked over.",
    ],
    missed: ["The customer was given no choice in the matter.", "The first question followed at once."],
  },
  {
    pattern: /anything else|\bthank|goodbye|clos(e|ing) the call/,
    place: "end",
    met: ["It rounded the call off.", "It sounded meant, not read out."],
    partly: ["It came while the customer was already hanging up.", "It was said quickly, with no room for an answer."],
    missed: ["The line was closed soon after the last answer.", "The call broke off rather than ended."],
  },
  {
    pattern: /recap|summari[sz]|repeat back/,
    place: "end",
    met: ["Both sides left the call with the same understanding.", "Nothing of importance was missing."],
    partly: [
      "The main point was there; the details were left open.",
      "It was said once, and the customer was not asked to agree.",
    ],
    missed: [
      "From the recording alone it stays unclear who does what next.",
      "Each side may remember this differently.",
    ],
  },
  {
    pattern: /next step|follow[- ]?up|happens next|call ?back/,
    place: "end",
    met: ["It was put clearly and in few words.", "It was concrete: who, what, and by when."],
    partly: [
      "It stayed a general remark, with no day to it.",
      "It was put forward, but not held on to when the customer hesitated.",
    ],
    missed: ["The customer had to ask about it.", "The customer was left to assume it."],
  },
  {
    pattern: /ticket|reference number|case number|complaint number/,
    met: ["The customer read it back.", "It was spelled out slowly enough to be written down."],
    partly: ["It was given once, too quickly to be written down.", "Only the last digits were mentioned."],
    missed: [
      "Should the customer call again, they have nothing to refer to.",
      "The customer did not ask for it either.",
    ],
  },
  {
    pattern: /empath|acknowledg|apolog|frustrat|inconvenience/,
    met: ["The customer's tone eased afterwards.", "It sounded sincere, not read out."],
    partly: [
      "It sounded read out, and the customer did not respond to it.",
      "It came late, after the customer had repeated the point.",
    ],
    missed: ["The customer repeated themselves soon after.", "The reply was factual and went straight to procedure."],
  },
  {
    pattern: /\bhold\b|silence|dead air|transfer/,
    met: ["The customer knew why, and for how long.", "There was no stretch without a word."],
    partly: ["The reason was given, the length was not.", "The pause was longer than announced."],
    missed: [
      "The customer was left without a word for some time.",
      "The customer asked whether anybody was still there.",
    ],
  },
  {
    pattern: /\btone\b|polite|courte|professional|patien|listen|calm|respect/,
    met: ["The voice stayed even from the first minute to the last.", "Even the difficult passages stayed friendly."],
    partly: [
      "As the call went on, the pace picked up and patience ran short.",
      "It held until the customer disagreed.",
    ],
    missed: ["Impatience can be heard in the replies.", "The customer remarked on it."],
  },
];
