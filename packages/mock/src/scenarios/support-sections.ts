/** What a support call is judged by, and what its reviews say. */
import type { AnalysisPointer } from "../engine/configuration.js";
import { section } from "./category-parts.js";

const welcome = section(
  "welcome",
  {
    name: "Welcome and verification",
    well: [
      "A welcome that takes care of the formalities without making {counterpart} feel like a case number.",
      "The start was quick and complete, and {counterpart} could come to the point early.",
    ],
    badly: [
      "The formalities were skipped; at {time} that was a risk and not a kindness.",
      "The first minute was careless, and it would not stand up in an audit.",
    ],
  },
  {
    greeting: {
      question: "Did the agent greet the customer with the standard welcome?",
      met: [
        "{agent} gave the full welcome at {time}, with name and department, and sounded friendly.",
        "The standard welcome came at {time} word for word and sounded natural.",
        "At {time} {agent} used the standard greeting and asked how to help.",
      ],
      partly: [
        "{agent} said hello and a name at {time}; the department was left out.",
        "{agent} began too early, and {counterpart} heard only the end of the welcome at {time}.",
      ],
      missed: [
        "{agent} picked up at {time} with “Yes, hello?”",
        "The call began at {time} with “Account number, please” and no greeting.",
        "{counterpart} had to ask at {time} whether this was the support line.",
      ],
      notApplicable: ["The connection broke up before a proper greeting."],
      advice: ["Take a breath before you pick up, and say the welcome to its end."],
    },
    verification: {
      question: "Did the agent verify the customer's identity before discussing the account?",
      met: [
        "{agent} asked for two identifiers at {time} and opened the account only when both had matched.",
        "At {time} {agent} verified the date of birth and the registered mobile number before saying anything about the plan.",
        "{agent} completed the two required checks by {time}, and said why they are needed.",
      ],
      partly: [
        "{agent} asked for one identifier at {time} and took the second for granted.",
        "The identity was checked at {time}, but {agent} had already read out the name of the plan.",
      ],
      missed: [
        "{agent} spoke about the plan and the last bill at {time} without having asked for a single identifier.",
        "At {time} {agent} opened account {field:account_number} on the strength of a first name.",
        "{counterpart} offered to confirm the date of birth at {time}; “no need” was the answer.",
      ],
      notApplicable: ["There was no time to verify anybody."],
      advice: ["Ask for two of the three identifiers before you open the account, also with callers you recognise."],
    },
    callback_number: {
      question: "Did the agent confirm a number in case the line drops?",
      met: [
        "{agent} read {field:contact_phone} back at {time} and asked whether it is right for calling back.",
        "“If we are cut off, may I reach you on this number?” asked {agent} at {time}.",
        "A number for calling back was agreed at {time}, before anything was switched off.",
      ],
      partly: [
        "{agent} asked at {time} whether the number on file is right, and did not read it out.",
        "At {time} {agent} said they would call back if necessary, and left open on which number.",
      ],
      missed: [
        "No number for calling back was agreed, although the line was crackling at {time}.",
        "{agent} went on at {time} without asking where {counterpart} can be reached.",
        "Had the line dropped after {time}, {agent} would not have known which number to dial.",
      ],
      notApplicable: ["The call broke off before anybody could ask for a number."],
      advice: ["Confirm the number for calling back right after the verification; read it out digit by digit."],
      field: "contact_phone",
    },
  },
);

const understanding = section(
  "understanding",
  {
    name: "Understanding the problem",
    well: [
      "{agent} wanted to understand first and to act second. {counterpart} noticed, and became more precise.",
      "The problem was clear before anything was tried, and that saved both of them time.",
    ],
    badly: [
      "Solutions were tried before anybody knew what for; {counterpart} had to start over at {time}.",
      "{counterpart} told the story, and it went nowhere. Little of it seems to have been heard.",
    ],
  },
  {
    open_question: {
      question: "Did the agent ask open questions to find the exact problem?",
      met: [
        "“Tell me what you see,” said {agent} at {time}, and the answer narrowed it down at once.",
        "{agent} asked at {time} when it happens and since when: for {field:days_affected} days, as it turned out.",
        "At {time} {agent} had {counterpart} describe the last time it happened, from the beginning.",
      ],
      partly: [
        "{agent} asked one open question at {time} and followed it with five that only took a yes or a no.",
        "“What exactly happens?” asked {agent} at {time}, and offered three answers before {counterpart} could speak.",
      ],
      missed: [
        "{agent} went through a list of yes-or-no questions at {time}; none of them fitted.",
        "“Have you tried turning it off?” asked {agent} at {time}, and the answer was not followed up.",
        "At {time} {agent} had a diagnosis before {counterpart} had finished the second sentence.",
      ],
      notApplicable: ["Before the problem could be asked about, the connection was gone."],
      advice: ["Begin with “Tell me what happens, from the start”, and take notes without a word."],
      field: "days_affected",
    },
    paraphrase: {
      question: "Did the agent repeat the problem in their own words?",
      met: [
        "{agent} put the problem into one sentence at {time}, and {counterpart} said, “Exactly.”",
        "At {time} {agent} summed up what had been said, without jargon, and asked whether anything was missing.",
        "“So if I have it right …” began {agent} at {time}; the picture that followed was complete.",
      ],
      partly: [
        "{agent} only repeated the last words of {counterpart} at {time}; the problem was not summed up.",
        "The summary at {time} named the fault, but not when it began or where.",
      ],
      missed: [
        "“Okay, okay,” said {agent} at {time} and began. Whether it had been understood, {counterpart} could not tell.",
        "{counterpart} described it a second time at {time}, because {agent} had not confirmed it.",
        "At {time} {agent} logged a category and did not say which.",
      ],
      notApplicable: ["Nothing had been described yet that could have been repeated."],
      advice: ["Say the problem back in one sentence before you touch anything, and wait for the “yes”."],
    },
    empathy: {
      question: "Did the agent acknowledge the inconvenience?",
      met: [
        "“That is annoying, above all in the evening,” said {agent} at {time}, and {counterpart} calmed down audibly.",
        "{agent} apologised at {time} in one plain sentence and then got to work.",
        "{agent} apologised for the trouble at {time} and sounded sincere.",
      ],
      partly: [
        "A “sorry for the inconvenience” came at {time}, read out rather than said.",
        "{agent} acknowledged the trouble at {time} and explained in the same breath that others have it worse.",
      ],
      missed: [
        "{counterpart} said at {time} how much trouble it causes; {agent} asked for the serial number.",
        "“That can happen,” was all that {agent} had to say to it at {time}.",
        "The annoyance in the voice of {counterpart} could not be missed at {time}, and nothing was said about it.",
      ],
      notApplicable: ["What trouble it had caused never came up."],
      advice: ["One honest sentence is enough: “I can see why that annoys you. Let us sort it out.”"],
    },
    account_notes: {
      question: "Did the agent look at earlier contacts about the same matter?",
      met: [
        "{agent} checked the notes at {time} and mentioned the {field:previous_contacts} earlier contacts.",
        "At {time} {agent} referred to the last call and asked what had changed since then.",
        "The history was checked at {time}; steps that had been tried before were left out.",
      ],
      partly: [
        "{agent} saw at {time} that there had been a call before, and did not read what came of it.",
        "The notes were opened at {time}, but only after {counterpart} had pointed to them.",
      ],
      missed: [
        "“I have told your colleague all this,” said {counterpart} at {time}. {agent} started from the beginning.",
        "{agent} proposed a step at {time} that the notes list as tried.",
        "The notes of earlier calls stayed closed; by {time} a glance at them would have saved minutes.",
      ],
      notApplicable: ["There was no time to open the history."],
      advice: ["Read the last note while {counterpart} is speaking, and open with it: “I see you called before.”"],
      field: "previous_contacts",
    },
  },
);

const resolution = section(
  "resolution",
  {
    name: "Resolution",
    well: [
      "Sound technical work, explained so that {counterpart} could follow every step.",
      "{agent} kept a clear line through the diagnosis and never seemed to be guessing.",
    ],
    badly: [
      "The diagnosis had no order; around {time} neither of the two knew any more what had been tried.",
      "{counterpart} was left behind by the technical part, and said so in as many words.",
    ],
  },
  {
    guidance: {
      question: "Did the agent guide the customer through the steps one at a time?",
      met: [
        "{agent} gave one step at a time from {time} on, and waited each time until {counterpart} was done.",
        "“Tell me when the light is steady,” said {agent} at {time}, and did not rush it.",
        "At {time} the steps came in a clear order, each with a word on what should happen next.",
      ],
      partly: [
        "The first steps were clear; at {time} {agent} gave three at once, and {counterpart} lost count.",
        "{agent} guided well until {time} and then took over from the console without saying what was happening.",
      ],
      missed: [
        "{agent} rattled off the whole procedure at {time}; {counterpart} had not found the router yet.",
        "At {time} {counterpart} asked which cable was meant. “The usual one,” said {agent}.",
        "The instructions at {time} came faster than anybody could have carried them out.",
      ],
      notApplicable: ["No step had been begun when the call ended."],
      advice: ["Give one step, say what should be seen after it, and wait for the answer."],
    },
    plain_language: {
      question: "Did the agent explain the cause in plain words?",
      met: [
        "{agent} compared the line to a water pipe at {time}, and {counterpart} understood it straight away.",
        "The likely cause was explained at {time} in two sentences and without jargon.",
        "At {time} {agent} said what was known about the cause and what was not, both in everyday words.",
      ],
      partly: [
        "The explanation at {time} began in plain words and ended in abbreviations.",
        "{agent} named the cause at {time}, and it took a question from {counterpart} to make it understandable.",
      ],
      missed: [
        "At {time} {agent} spoke of “attenuation” and “SNR” and explained neither.",
        "{agent} did not say what the trouble comes from, though {counterpart} asked twice, the second time at {time}.",
        "“It's a line thing,” said {agent} at {time}. It explained nothing.",
      ],
      notApplicable: ["Nobody got as far as looking for a cause."],
      advice: ["Explain the cause as you would to your neighbour: one picture, no abbreviation."],
    },
    test: {
      question: "Did the agent test the connection together with the customer?",
      met: [
        "{agent} stayed on the line at {time} while {counterpart} opened a page and read out what appeared.",
        "At {time} the two ran a test together, and {agent} said what the result means.",
        "The connection was checked from both ends at {time}: on the console, and in the room where it matters.",
      ],
      partly: [
        "{agent} tested from the console at {time} and did not ask what {counterpart} sees.",
        "A test was begun at {time} and stopped before there was a result.",
      ],
      missed: [
        "{agent} asked {counterpart} at {time} to “try it later” and tested nothing while the two were speaking.",
        "Whether anything had changed was never checked; at {time} {agent} had already turned to the paperwork.",
        "At {time} {counterpart} offered to run a test, and {agent} said it would not be needed.",
      ],
      notApplicable: ["For a test the line did not hold long enough."],
      advice: ["Do not go on before {counterpart} has opened a page and told you what happens."],
    },
    escalation: {
      question: "If no solution was agreed on, did the agent say which team takes over?",
      met: [
        "{agent} named the team that takes over at {time}, and how {counterpart} will hear from it.",
        "At {time} {agent} explained whose desk the case goes to and what has been written into it.",
        "The hand-over was clear at {time}: which team, which notes, and that nothing need be told again.",
      ],
      partly: [
        "{agent} said at {time} that “the specialists” would look at it, without saying who they are.",
        "“Somebody else will have to see to it,” was as far as {agent} went at {time}.",
      ],
      missed: [
        "{counterpart} asked at {time} who would look after it now, and got no answer.",
        "{agent} had come to the end of the list at {time} and did not say whose turn it is.",
        "Who would take the case over was open at {time}, and it stayed open.",
      ],
      notApplicable: ["No other hand-over was needed."],
      advice: ["Name the team and put the first note into the case while {counterpart} is on the line."],
    },
  },
);

const manner = section(
  "manner",
  {
    name: "Manner",
    well: [
      "{agent} has the kind of voice that people like to be helped by.",
      "Patient and friendly to the last minute; the tone did as much for {counterpart} as the technique.",
    ],
    badly: [
      "The tone suffered as the call went on; at {time} it could be heard on both sides.",
      "{counterpart} had reason to feel like a nuisance in this call.",
    ],
  },
  {
    tone: {
      question: "Did the agent keep a calm and polite tone throughout the call?",
      met: [
        "{agent} kept the same even tone, also at {time}, when {counterpart} grew louder.",
        "When {counterpart} became impatient at {time}, {agent} stayed calm.",
        "{agent} stayed friendly and patient throughout, also at {time}, when {counterpart} was annoyed.",
      ],
      partly: [
        "The tone was fine until {time}, when {agent} sighed into the microphone.",
        "{agent} stayed polite in words, and sounded impatient from {time} on.",
      ],
      missed: [
        "“As I have said twice already,” began {agent} at {time}, and the voice said the rest.",
        "{agent} became sharp at {time}; {counterpart} asked not to be spoken to like that.",
        "At {time} {agent} laughed at a question, and {counterpart} did not ask another.",
      ],
      notApplicable: ["Too little was said to judge the tone by."],
      advice: ["When it gets tense, speak more slowly and more quietly; take the next sentence standing up."],
    },
    no_interruptions: {
      question: "Did the agent avoid interrupting the customer?",
      met: [
        "{counterpart} needed a while to get to the point at {time}, and {agent} allowed for it.",
        "{agent} waited out every pause; at {time} the most useful detail came in one of them.",
        "Around {time} {counterpart} spoke at length, and not one word was cut off.",
      ],
      partly: [
        "{agent} broke in once, at {time}, noticed it and apologised.",
        "Up to {time} {agent} let {counterpart} finish, and after that not always.",
      ],
      missed: [
        "{agent} finished the sentence for {counterpart} at {time}, and it was the wrong ending.",
        "{counterpart} was cut short three times around {time} and gave up explaining.",
        "“Yes, yes, I know,” said {agent} at {time} into the middle of the description.",
      ],
      notApplicable: ["Nobody had begun a sentence that could have been interrupted."],
      advice: ["Mute yourself while {counterpart} describes the problem; it keeps you from jumping in."],
    },
    hold: {
      question: "If the customer was put on hold, did the agent announce the hold and its length?",
      met: [
        "{agent} announced the hold at {time}, said what it was for, and came back sooner than promised.",
        "“This will take about a minute, may I?” asked {agent} at {time} before putting the call on hold.",
        "The hold at {time} was explained and kept short, and {agent} said thank you for it afterwards.",
      ],
      partly: [
        "{agent} said “one moment” at {time}, and the moment had no length.",
        "The hold at {time} was announced as a short one; it dragged on, without a word in between.",
      ],
      missed: [
        "The music began at {time} in the middle of a sentence; {counterpart} did not know whether the call was still on.",
        "{agent} put {counterpart} on hold at {time} without announcing it.",
        "At {time} {agent} was suddenly gone, and came back with the next question as if nothing had happened.",
      ],
      notApplicable: ["Nobody was put on hold."],
      advice: ["Ask before you hold, give a number of seconds, and come back when they are over."],
    },
  },
);

const wrapUp = section(
  "wrap_up",
  {
    name: "Wrap-up",
    well: [
      "{counterpart} went away with everything needed in case of another call.",
      "The wrap-up was complete and unhurried; it left a good last impression.",
    ],
    badly: [
      "The last minute was given away, and {counterpart} could hardly tell that the call was over.",
      "At {time} {agent} wanted to be off the line, and the wrap-up shows it.",
    ],
  },
  {
    ticket_number: {
      question: "Did the agent give the customer a ticket number?",
      met: [
        "{agent} read the ticket number out at {time} in pairs of digits and had it repeated.",
        "The ticket number came at {time}, together with the hint that it is in the text message as well.",
        "At {time} {agent} waited until {counterpart} had found a pen, and gave the number.",
      ],
      partly: [
        "{agent} mentioned at {time} that there is a ticket, and gave no number for it.",
        "The number was read out at {time} so fast that {counterpart} had only half of it.",
      ],
      missed: [
        "{counterpart} has no number to refer to next time; at {time} there would have been room for it.",
        "{agent} closed the case at {time} and did not give {counterpart} the number.",
        "“You are in the system,” said {agent} at {time}, and gave no number.",
      ],
      notApplicable: ["A ticket had not been opened when the line went dead."],
      advice: ["Give the number before the goodbye, slowly, and have it read back."],
    },
    expectations: {
      question: "Did the agent say what happens next and how long it will take?",
      met: [
        "{agent} went through what happens next at {time}; a technician comes on {day:visit_at} at {hour:visit_at}.",
        "At {time} {agent} said what comes now, how long it takes, and how to tell that all is well.",
        "After {time} {counterpart} knew what to expect, and what to do if it happens again.",
      ],
      partly: [
        "{agent} said at {time} what happens next, and “soon” was the only word on when.",
        "A time was named at {time}; what would happen by then stayed vague.",
      ],
      missed: [
        "“We will see,” said {agent} at {time}, and that was all on what follows and when.",
        "{counterpart} asked at {time} how things go on from here, and {agent} left it open.",
        "What follows from the call was not said. At {time} {agent} was already reading the closing line.",
      ],
      notApplicable: ["What comes next could not be said any more."],
      advice: ["Close with one sentence that has a what and a by-when, even when it is “nothing more to do”."],
    },
    further_help: {
      question: "Did the agent ask whether there was anything else to help with?",
      met: [
        "“Is there anything else on your list?” asked {agent} at {time}, and meant it.",
        "{agent} asked at {time} whether anything was left open, and waited for the answer.",
        "{agent} made room for one more question at {time}.",
      ],
      partly: [
        "{agent} asked at {time} whether that was all, in a tone that asked for a yes.",
        "“Anything else?” asked {agent} at {time}, and said goodbye before {counterpart} could answer.",
      ],
      missed: [
        "{agent} said goodbye at {time} while {counterpart} was drawing breath for another question.",
        "Whether something else was on their mind, {counterpart} was not asked; at {time} the call was over.",
        "The call ended at {time} without a look beyond the one matter.",
      ],
      notApplicable: ["There was nobody left on the line to ask."],
      advice: ["Ask “What else can I do for you today?” and leave three seconds for the answer."],
    },
  },
);

/** The sections of the support category. */
export const supportSections: readonly AnalysisPointer[] = [welcome, understanding, resolution, manner, wrapUp];
