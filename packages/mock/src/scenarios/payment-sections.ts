/** What a collection call is judged by, and what its reviews say. */
import type { AnalysisPointer } from "../engine/configuration.js";
import { section } from "./category-parts.js";

const identification = section(
  "identification",
  {
    name: "Identification and disclosure",
    well: [
      "The legal part was done properly and still sounded like a conversation.",
      "A correct start, without the stiffness that such calls often have.",
    ],
    badly: [
      "The start of this call would not pass a compliance check; see {time}.",
      "What has to be said at the beginning was largely left out, and that puts the rest of the call at risk.",
    ],
  },
  {
    right_party: {
      question: "Did the agent verify the borrower's identity before naming the loan?",
      met: [
        "{agent} asked for the full name and the date of birth at {time} and said nothing of a loan before both matched.",
        "At {time} {agent} made sure of speaking with the right person before using the word “instalment”.",
        "The identity was confirmed by {time}, with two questions and a reason for them.",
      ],
      partly: [
        "{agent} asked for the name at {time} and for nothing else before the loan was mentioned.",
        "The date of birth was asked for at {time}, half a sentence after the loan had been named.",
      ],
      missed: [
        "“It's about your loan,” said {agent} at {time}, without knowing who had picked up.",
        "{agent} read out loan {field:loan_number} at {time} before asking for a name.",
        "At {time} the matter was on the table, and nobody had been asked who they are.",
      ],
      notApplicable: ["The borrower was not there to be identified."],
      advice: ["Verify name and date of birth first. Until then the call is about “a personal matter”, nothing more."],
    },
    disclosure: {
      question: "Did the agent say that the call is being recorded?",
      met: [
        "{agent} mentioned the recording at {time} and asked whether that was all right.",
        "The notice about the recording came at {time}, early and in plain words.",
        "At {time} {agent} said that the call is recorded, and what the recording is for.",
      ],
      partly: [
        "“This call may be …” began {agent} at {time}; {counterpart} spoke, and the rest was never said.",
        "{agent} spoke of “quality purposes” at {time}, and left it to {counterpart} to guess that there is a recording.",
      ],
      missed: [
        "By {time} {agent} had still not mentioned the recording.",
        "{counterpart} asked at {time} whether anybody else was listening; the recording went unmentioned even then.",
        "The notice about the recording was left out; {agent} moved on at {time}.",
      ],
      notApplicable: ["Nobody was on the line for whom the notice is meant."],
      advice: ["Say it in the second sentence of every call: “This call is recorded.” It takes three seconds."],
    },
    purpose: {
      question: "Did the agent name the lender and the purpose of the call?",
      met: [
        "{agent} named the lender at {time} and said openly that an instalment is overdue.",
        "At {time} {counterpart} learned in one sentence who is calling, for whom, and why.",
        "The purpose was stated at {time} plainly and without a reproach.",
      ],
      partly: [
        "{agent} named the lender at {time} and called the reason “a small matter”.",
        "The overdue instalment was mentioned at {time}; on whose behalf {agent} was calling stayed unclear.",
      ],
      missed: [
        "{counterpart} asked “Which bank?” at {time}. Until then no lender had been named.",
        "{agent} asked about the payment at {time} as if {counterpart} had to know who was calling.",
        "By {time} {agent} had not said which lender the call was for, and {counterpart} grew suspicious.",
      ],
      notApplicable: ["To somebody other than the borrower the purpose must not be named."],
      advice: ["After the verification, say lender and reason in one sentence, and then stop talking."],
    },
  },
);

const facts = section(
  "facts",
  {
    name: "Facts of the account",
    well: [
      "{agent} had the account in view and gave {counterpart} all the facts needed to decide.",
      "{agent} had the numbers ready, which kept the talk on what can be done.",
    ],
    badly: [
      "{counterpart} was left with open questions about the account; see {time}.",
      "The facts came piecemeal, and some not at all.",
    ],
  },
  {
    amount: {
      question: "Did the agent state the overdue amount and its due date?",
      met: [
        "{agent} named ₹{field:overdue_amount} at {time}, said when it was due, and paused.",
        "At {time} {counterpart} heard the amount, ₹{field:overdue_amount}, with the day on which it should have arrived.",
        "Amount and due date were stated clearly at {time} and repeated once for {counterpart} to write down.",
      ],
      partly: [
        "{agent} named ₹{field:overdue_amount} at {time}; the due date was not mentioned.",
        "The due date was given at {time}, and the amount only as “one instalment”.",
      ],
      missed: [
        "“How much is it anyway?” asked {counterpart} at {time}, and {agent} promised a message.",
        "{agent} spoke at {time} of “the outstanding” and gave neither a figure nor a day.",
        "The figure was on the screen all along; by {time} it had not been said.",
      ],
      notApplicable: ["What is owed may be told to the borrower alone."],
      advice: ["Say the exact amount and the due date together, and let {counterpart} repeat them."],
    },
    charges: {
      question: "Did the agent explain the late fee and how to stop it from growing?",
      met: [
        "{agent} explained at {time} how the late fee comes about, and that it stops with the payment.",
        "At {time} {agent} showed what waiting costs, without making a threat of it.",
        "“The sooner you pay, the lower the fee,” said {agent} at {time}, and explained how it is worked out.",
      ],
      partly: [
        "The late fee was mentioned at {time}; how to keep it from growing, {agent} did not say.",
        "{agent} said at {time} that “charges apply”, and explained them only when {counterpart} asked.",
      ],
      missed: [
        "{counterpart} was surprised by the late fee at {time}, and got no explanation for it.",
        "{agent} said nothing of the late fee; at {time} {counterpart} asked whether there were extra charges and got no answer.",
        "{agent} did not mention the late fee at {time}, which is likely to cause a complaint.",
      ],
      notApplicable: ["There was no reason to speak of fees."],
      advice: ["Explain the late fee in two sentences: what it is per day, and which payment ends it."],
    },
    reason: {
      question: "Did the agent ask for the reason for the delay?",
      met: [
        "{agent} asked at {time} why the payment was late, listened, and noted “{field:delay_reason}”.",
        "“What made the payment late?” asked {agent} at {time}, in a tone that invited an answer.",
        "At {time} {agent} asked for the reason before asking for money. It changed the mood of the call.",
      ],
      partly: [
        "{agent} asked at {time} whether there was “some problem”, and did not wait to hear which.",
        "The reason was touched on at {time}; {agent} cut it short before it had been told.",
      ],
      missed: [
        "{agent} did not ask why the instalment was late, and moved on to the payment at {time}.",
        "{counterpart} began to explain at {time}. “That is not the point,” said {agent}.",
        "At {time} {agent} assumed that the date had simply slipped by, and asked nothing.",
      ],
      notApplicable: ["The reason could have come from the borrower alone."],
      advice: ["Ask for the reason first. Whoever has been heard is more likely to name a day."],
      field: "delay_reason",
    },
  },
);

const arrangement = section(
  "arrangement",
  {
    name: "Arrangement",
    well: [
      "{agent} led towards a solution step by step, and {counterpart} never had the feeling of being pushed.",
      "Well negotiated: clear about the goal, flexible about the way there.",
    ],
    badly: [
      "There was hardly any negotiation; at {time} {agent} left the initiative to {counterpart}.",
      "Chances for an arrangement came up more than once and were not taken.",
    ],
  },
  {
    full_payment: {
      question: "Did the agent ask for the full amount first?",
      met: [
        "{agent} asked at {time} for the whole sum, and then kept quiet.",
        "At {time} {agent} asked whether the amount could be settled today, all of it.",
        "At {time} {agent} asked in a friendly way whether the whole amount could be paid.",
      ],
      partly: [
        "{agent} asked at {time} “how much would be possible”, and came to the full sum only later.",
        "The full sum was asked for at {time}, with “but I suppose that won't work” right behind it.",
      ],
      missed: [
        "{agent} left it to {counterpart} at {time} to say how much they would give.",
        "At {time} the first question was for “any amount”, so the whole was never on the table.",
        "The whole sum was not asked for; {agent} began at {time} to speak of next month.",
      ],
      notApplicable: ["Money was not a subject of this call."],
      advice: ["Ask for the whole sum first and wait. Going down from there is always possible."],
    },
    part_payment: {
      question: "If the borrower could not pay in full, did the agent offer a part payment?",
      met: [
        "When the whole was out of reach, {agent} asked at {time} what would be possible this week.",
        "{agent} offered at {time} to take a part now and to speak about the rest later.",
        "At {time} {agent} named a part payment as a way that keeps the account from getting worse.",
      ],
      partly: [
        "{agent} hinted at {time} that “something would be better than nothing”, and named no sum.",
        "{agent} mentioned a part payment at {time}, but said that a colleague would have to approve it.",
      ],
      missed: [
        "{counterpart} said at {time} that the whole is not possible, and {agent} repeated the demand for the whole.",
        "A smaller sum might have been possible at {time}. {agent} did not ask for one.",
        "{counterpart} hinted at {time} at paying less, and {agent} did not offer a part payment.",
      ],
      notApplicable: ["A smaller sum was not an issue in this call."],
      advice: ["When the whole is not possible, ask at once: “What can you manage this week?”"],
    },
    exact_date: {
      question: "Did the agent ask for an exact day of payment?",
      met: [
        "{agent} did not settle for “soon” at {time}, and asked for the day: {day:promised_date}.",
        "“On which day exactly?” asked {agent} at {time}, with the calendar open.",
        "At {time} {agent} asked for a day on which the money can be expected, and said why it matters.",
      ],
      partly: [
        "{agent} asked at {time} for “a rough date” and not for a day.",
        "The week was asked for at {time}, but not the day.",
      ],
      missed: [
        "{agent} asked at {time} only whether it would be paid “soon”.",
        "A day of payment was not asked for; at {time} {agent} had turned to something else.",
        "{agent} spoke of “as soon as possible” at {time}. Nobody can be held to that.",
      ],
      notApplicable: ["No day of payment had to be agreed."],
      advice: ["Ask for day and date and repeat them: only a day can be kept."],
    },
    payment_modes: {
      question: "Did the agent explain the payment options and offer to send a link?",
      met: [
        "{agent} went through the ways to pay at {time} and offered to send a link straight away.",
        "At {time} {counterpart} could choose how to pay, and {agent} had the link ready.",
        "“I can send you the link now,” said {agent} at {time}, after naming the other ways as well.",
      ],
      partly: [
        "{agent} named one way to pay at {time}. That there are others, {counterpart} did not hear.",
        "The ways to pay were listed at {time}, quickly, and without the offer of a link.",
      ],
      missed: [
        "How to pay was left to {counterpart} to find out; {agent} said at {time} only that it has to be paid.",
        "{counterpart} asked at {time} whether there is an app. “It's all on the website,” said {agent}.",
        "At {time} a link would have been the natural thing to offer, and none was offered.",
      ],
      notApplicable: ["There was no payment for which to explain the ways."],
      advice: ["Offer the link while you are speaking: a payment that takes a minute is made at once."],
      field: "payment_modes",
    },
  },
);

const conduct = section(
  "conduct",
  {
    name: "Conduct",
    well: [
      "The conduct was exemplary; the recording can be used for training.",
      "Firm on the substance and friendly in tone, from the first word to the last.",
    ],
    badly: [
      "The conduct needs a talk this week; listen to {time} together.",
      "{agent} crossed lines in this call that must not be crossed, whatever {counterpart} says.",
    ],
  },
  {
    respect: {
      question: "Did the agent remain respectful when contradicted?",
      met: [
        "{counterpart} grew loud at {time}; {agent} stayed calm, let them finish, and thanked them for being frank.",
        "When {counterpart} disagreed at {time}, {agent} answered calmly.",
        "{agent} was contradicted sharply at {time} and answered as politely as before.",
      ],
      partly: [
        "{agent} stayed polite at {time}, with an edge in the voice that {counterpart} picked up.",
        "The first contradiction was met calmly, the second one, at {time}, with a sigh.",
      ],
      missed: [
        "“Don't tell me stories,” said {agent} at {time}.",
        "When {counterpart} disagreed at {time}, {agent} became loud.",
        "{agent} answered a contradiction at {time} with a remark about how {counterpart} handles money.",
      ],
      notApplicable: ["Nobody contradicted anything."],
      advice: ["Say “I hear you” before you answer, and lower your voice where the other one raises theirs."],
    },
    no_pressure: {
      question: "Did the agent avoid threats and false urgency?",
      met: [
        "{agent} stated the facts at {time}, no more and no less, and let {counterpart} think.",
        "No pressure was put on anybody; even at {time}, when it would have been easy, {agent} stayed with the facts.",
        "At {time} {agent} gave {counterpart} time to look at the account before answering.",
      ],
      partly: [
        "“It has to be today, really,” slipped out at {time}; {agent} took it back a moment later.",
        "{agent} made it sound more pressing at {time} than the account is, though without a threat.",
      ],
      missed: [
        "{agent} hinted at {time} that somebody would “come by the house”.",
        "“Then we cannot protect you any longer,” said {agent} at {time}. That is a threat.",
        "At {time} {agent} claimed that the payment was due within the hour, which is not true.",
      ],
      notApplicable: ["Nothing was demanded of anybody in this call."],
      advice: ["Leave out every deadline that is not in the contract. Facts press enough by themselves."],
    },
    third_party: {
      question: "Did the agent refrain from mentioning the loan to anybody else?",
      met: [
        "A voice in the background asked at {time} who was calling; {agent} said nothing of the matter.",
        "{agent} noticed at {time} that {counterpart} was not alone, and offered to go on later.",
        "When somebody else took the telephone for a moment at {time}, {agent} gave a name and nothing more.",
      ],
      partly: [
        "{agent} told another person at {time} that it was “about a payment”, but no more.",
        "{counterpart} was on loudspeaker at {time}; {agent} carried on, but did not name the loan.",
      ],
      missed: [
        "{agent} explained to a relative at {time} what was owed.",
        "At {time} somebody else had the telephone, and {agent} asked them to remind {counterpart} of the instalment.",
        "{agent} named the loan at {time}, while other people could be heard close by.",
      ],
      notApplicable: ["The matter itself was not spoken about."],
      advice: ["As soon as a second voice is heard, ask whether {counterpart} can talk, and say nothing of the loan."],
    },
  },
);

const closing = section(
  "closing",
  {
    name: "Closing",
    well: [
      "A clean ending: {counterpart} knows where things stand and whom to ask.",
      "The last minute was used well, with nothing left in the air.",
    ],
    badly: [
      "The call ended in mid-air; at {time} {counterpart} was already somewhere else in mind.",
      "What was said in the call is hardly worth anything if the end is as loose as this one.",
    ],
  },
  {
    commitment: {
      question: "Did the agent repeat back where matters stand before ending the call?",
      met: [
        "{agent} repeated at {time} where matters stand, and {counterpart} confirmed it.",
        "At {time} {agent} summed the call up in two sentences and asked whether that was right.",
        "{agent} went through what had been said at {time}, point by point.",
      ],
      partly: [
        "{agent} repeated the amount at {time}, and not what was said about it.",
        "“So, as discussed,” said {agent} at {time}, without saying as what.",
      ],
      missed: [
        "Where things stood at {time}, {agent} left for {counterpart} to work out.",
        "{counterpart} asked at {time} what happens now, and got no clear answer.",
        "At {time} {agent} moved towards the end without summing up.",
      ],
      notApplicable: ["Matters stood as they did before the call."],
      advice: ["Close with “So that we both have the same note: …” and wait for the yes."],
    },
    consequences: {
      question: "Did the agent explain what happens if no payment is made?",
      met: [
        "{agent} explained at {time}, soberly, what follows if nothing is paid, and in which order.",
        "At {time} {agent} named the entry at the credit bureau as what it is, without using it as a weapon.",
        "What happens without a payment was explained at {time} as the contract has it, in plain words.",
      ],
      partly: [
        "{agent} said at {time} that there would be “consequences”, but not what they would be.",
        "The reminder fee was mentioned at {time}; what comes after it was left out.",
      ],
      missed: [
        "{counterpart} does not know what happens without a payment; at {time} it was not said.",
        "{agent} answered “you know that yourself” at {time} when {counterpart} asked what would follow.",
        "By {time} the call was nearly over, and what follows had not been mentioned.",
      ],
      notApplicable: ["It was not needed, for the payment was settled in the call."],
      advice: ["Name the next two steps of the procedure with their dates, in a voice as if reading a timetable."],
    },
    contact: {
      question: "Did the agent leave a number for questions?",
      met: [
        "{agent} gave a number for questions at {time}, slowly, and the hours at which somebody answers.",
        "At {time} {counterpart} was told where to call should anything come up.",
        "A number for questions was sent by message at {time}, while the two were still speaking.",
      ],
      partly: [
        "{agent} pointed at {time} to the number on the website, without saying it.",
        "A number was given at {time} in such a hurry that {counterpart} could not write it down.",
      ],
      missed: [
        "No number was left; {counterpart} asked for one at {time} and heard “we will call you”.",
        "{agent} hung up at {time} without saying where questions can go.",
        "{agent} did not leave a number for questions, although {counterpart} asked for one at {time}.",
      ],
      notApplicable: ["Nobody was there who could have had questions."],
      advice: ["Give the number and the hours, and have the last four digits repeated."],
    },
  },
);

/** The sections of the collection category. */
export const paymentSections: readonly AnalysisPointer[] = [identification, facts, arrangement, conduct, closing];
