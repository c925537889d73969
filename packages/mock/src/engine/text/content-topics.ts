/** Remarks on what calls are about: money, decisions, needs, explanations. */
import type { Topic } from "./topic.js";

/** The subjects that depend on the kind of call, the more special first. */
export const contentTopics: readonly Topic[] = [
  {
    pattern: /payment (mode|method|option|link|channel)|ways? to pay|instal?ment plan/,
    met: ["The customer chose one of them.", "The explanation fitted what the customer had said."],
    partly: ["One way was mentioned, with no alternative.", "It was named, but how it works was not said."],
    missed: ["The customer was left to find a way on their own.", "The call turned to other matters instead."],
  },
  {
    pattern: /amount|outstanding|overdue|\bdue\b|balance|\bemi\b/,
    met: ["The customer repeated the figure.", "The figure was the same each time it came up."],
    partly: [
      "The total was given, but not what it is made up of.",
      "The figure came only when the customer asked for it.",
    ],
    missed: ["The customer had to ask what exactly was meant.", "The customer brought up the figure in the end."],
  },
  {
    pattern: /budget|\bpric|\bcosts?\b|spend|afford/,
    met: ["The figures were clear to both sides.", "The customer took it calmly and stayed with the subject."],
    partly: ["A figure was touched on, but left vague.", "The subject was opened and dropped again."],
    missed: ["Money was not spoken about in clear terms.", "The customer steered away, and it was left at that."],
  },
  {
    pattern: /decision|decid|stakeholder|authority/,
    met: ["The customer named the people involved.", "The answer was followed up with a second question."],
    partly: ["The customer named one person, and it was left at that.", "It was assumed more than asked."],
    missed: ["It stays open who has the last word.", "The customer was taken for the only person involved."],
  },
  {
    pattern: /timeline|time ?frame|how soon|urgen|deadline|how long/,
    met: ["A concrete period was named.", "The customer knew what to expect, and when."],
    partly: [
      "The answer was “soon”, and there was no second question.",
      "A period was hinted at, but not pinned down.",
    ],
    missed: ["No period was named by either side.", "The question of when was left out."],
  },
  {
    pattern: /objection|concern|hesita|doubt|refus/,
    met: [
      "The concern was heard out, answered and checked back.",
      "The answer dealt with what the customer had really said.",
    ],
    partly: ["The concern was answered, but not checked back.", "The answer was a general one."],
    missed: [
      "The concern was passed over, and the customer raised it again.",
      "The same argument was simply repeated.",
    ],
  },
  {
    pattern: /benefit|feature|\bvalue\b|demo|product|use case|example/,
    met: ["It spoke to the customer's own situation.", "The customer asked a question of their own in return."],
    partly: [
      "It stayed general, and little of it was about this customer.",
      "It was a general description that would fit anybody.",
    ],
    missed: [
      "The customer did not learn what is in it for them.",
      "The chance was there, and the call turned elsewhere.",
    ],
  },
  {
    pattern: /reason|root cause|why/,
    met: ["The customer explained it in their own words.", "One more question brought out the detail."],
    partly: ["It was touched on, then dropped.", "The first answer was taken without a second question."],
    missed: ["The reason stays unknown.", "The customer offered to explain and was not taken up on it."],
  },
  {
    pattern: /\bneeds?\b|pain point|challenge|requirement|current|today|\bgoals?\b|exact problem|symptom/,
    met: [
      "The questions were open, and the customer talked at length.",
      "The customer's answer was taken up in the next question.",
    ],
    partly: [
      "There was one question, and the answer was not followed up.",
      "The questions allowed for little more than yes or no.",
    ],
    missed: [
      "The conversation moved on before the customer's situation was clear.",
      "The picture had to be put together from side remarks.",
    ],
  },
  {
    pattern: /competitor|alternative|other vendor|compar/,
    met: ["The customer named what they have looked at.", "The comparison stayed fair."],
    partly: [
      "The subject came up from the customer's side only.",
      "One name fell, with nothing about what was liked or not.",
    ],
    missed: ["What else the customer is looking at stays unknown.", "The customer's hint was not taken up."],
  },
  {
    pattern: /explain|solution|resol|steps|instruct|\bfix/,
    met: ["The customer could follow, and asked a sensible question in return.", "The customer said it made sense."],
    partly: [
      "It was said once, quickly, and the customer sounded unsure.",
      "Terms were used that the customer did not know.",
    ],
    missed: ["The customer was left to work it out alone.", "The customer's question about it got no clear answer."],
  },
];
