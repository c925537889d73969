/** What a sales call is judged by, and what its reviews say. */
import type { AnalysisPointer } from "../engine/configuration.js";
import { section } from "./category-parts.js";

const opening = section(
  "opening",
  {
    name: "Opening",
    well: [
      "The call got off to a good start: {counterpart} was at ease before the first real question came.",
      "A calm opening. Nothing in the first minute felt like a script being read out.",
    ],
    badly: [
      "The opening cost goodwill; around {time} {counterpart} still sounded guarded.",
      "The beginning was rushed, and {counterpart} had to work out alone what the call was for.",
    ],
  },
  {
    introduction: {
      question: "Did the agent introduce themselves and the company?",
      met: [
        "{agent} gave a name and the company in one breath at {time}, and {counterpart} knew at once who was calling.",
        "The first sentence, at {time}, had everything: who was speaking, from which company, and a friendly tone.",
        "At {time} {agent} said who was calling and from where, slowly enough for {counterpart} to take it in.",
      ],
      partly: [
        "{agent} said a first name at {time} and left out the company until {counterpart} asked.",
        "{agent} named the company clearly at {time}, but mumbled the name.",
      ],
      missed: [
        "At {time} the conversation was under way, and {counterpart} had to ask who was calling.",
        "No name and no company were heard at the start, and at {time} {counterpart} asked, “Sorry, who is this?”",
        "“Hello, can you hear me?” was how {agent} opened at {time}; neither a name nor a company followed.",
      ],
      notApplicable: ["The person on the line was not the one to be introduced to."],
      advice: ["Say your name and the company first, then pause for a second before you go on."],
    },
    permission: {
      question: "Did the agent check that it was a good time to talk?",
      met: [
        "At {time} {agent} asked for five minutes and waited for the yes.",
        "“Is this a bad moment?” came at {time}, and {agent} gave {counterpart} time to answer.",
        "{agent} checked at {time} whether {counterpart} had a few minutes, and only then went on.",
      ],
      partly: [
        "{agent} asked at {time} whether it was a good time, and talked on before {counterpart} could answer.",
        "“I'll only take a minute,” said {agent} at {time}. It was more of an announcement than a request.",
      ],
      missed: [
        "{counterpart} was out walking at {time}, and {agent} did not ask whether it was a good moment.",
        "By {time} {agent} was talking about the product without having asked whether {counterpart} had the time.",
        "{agent} never asked for the time; at {time} a voice in the background was calling {counterpart} away.",
      ],
      notApplicable: ["There was no conversation for which to ask for somebody's time."],
      advice: ["Ask for a number of minutes (“Do you have five minutes?”) and wait for the answer."],
    },
    purpose: {
      question: "Did the agent state the purpose of the call in one sentence?",
      met: [
        "At {time} {agent} said in one line why the call was made: the enquiry on the website, and whether the product fits.",
        "The reason for the call was clear by {time}; {agent} tied it to the enquiry that {counterpart} had sent.",
        "{agent} needed one sentence at {time}: to find out how the team works, and whether a demo is worth the time.",
      ],
      partly: [
        "The purpose came out at {time} after three half sentences about the company's history.",
        "{agent} mentioned the enquiry at {time} and left open what the call was meant to lead to.",
      ],
      missed: [
        "At {time} {counterpart} had to ask what the call was about.",
        "{agent} read out a list of features at {time} before saying why the call was being made.",
        "Why {agent} was calling was still unclear at {time}, and the answers of {counterpart} stayed short.",
      ],
      notApplicable: ["The purpose concerned somebody who was not on the line."],
      advice: ["Prepare one sentence: what {counterpart} asked for, and what you want to find out today."],
    },
  },
);

const discovery = section(
  "discovery",
  {
    name: "Discovery",
    well: [
      "Good discovery work: {agent} came away with a picture of the team and not only with ticked boxes.",
      "The questions built on one another. It is the part of the call to play to new colleagues.",
    ],
    badly: [
      "Very little was learned about the team; from {time} on {agent} talked more than {counterpart}.",
      "The discovery stayed on the surface, so everything after it had to be guesswork.",
    ],
  },
  {
    current_process: {
      question: "Did the agent ask how the team handles this work today?",
      met: [
        "{agent} asked {counterpart} at {time} to describe an ordinary Monday, and got a vivid account of it.",
        "“How does a job get to your technician today?” asked {agent} at {time}, and {counterpart} explained it step by step.",
        "{agent} asked at {time} how the work is done today, and learned that {field:team_size} people are involved.",
      ],
      partly: [
        "{agent} asked at {time} which software is in use, but not how the work runs from day to day.",
        "The question about the daily work came at {time}, and {agent} was content with “the usual way”.",
      ],
      missed: [
        "{agent} described at {time} how other teams work and never asked how this one does it.",
        "By {time} the product was being explained, although nobody had asked how the work is done today.",
        "{counterpart} began at {time} to tell how the day is planned; {agent} did not follow it up.",
      ],
      notApplicable: ["Nobody was on the line who could have spoken about the team's work."],
      advice: ["Have a normal day described to you before you show anything: “Take me through yesterday.”"],
      field: "team_size",
    },
    pain_point: {
      question: "Did the agent ask what the main challenge costs the team in time or money?",
      met: [
        "{agent} asked at {time} how many hours a week go into it, and let {counterpart} do the sum aloud.",
        "At {time} {agent} turned a complaint into a number: how often it happens, and what one such day costs.",
        "“What does a missed visit cost you?” asked {agent} at {time}. {counterpart} had never worked it out.",
      ],
      partly: [
        "The main difficulty was named at {time}, but {agent} did not ask what it costs.",
        "{agent} asked at {time} whether it takes up “a lot of time”, and settled for a “yes”.",
      ],
      missed: [
        "{counterpart} complained at {time} about work that is done twice; {agent} answered “I see” and moved on.",
        "At {time} the difficulty was on the table, and {agent} did not ask what it costs in hours or rupees.",
        "No question about the cost of the problem was asked; at {time} {agent} changed the subject to the product.",
      ],
      notApplicable: ["Without the right person on the line there was no problem to put a figure on."],
      advice: ["Ask for hours or rupees: “If nothing changes, what will this cost you by the end of the year?”"],
    },
    listening: {
      question: "Did the agent listen without interrupting the prospect?",
      met: [
        "{agent} let a long pause stand at {time}, and {counterpart} used it to say what really matters.",
        "{counterpart} spoke without a break around {time}; {agent} answered only once the thought was finished.",
        "Even when the story took a detour at {time}, {agent} stayed with it and then asked a short question.",
      ],
      partly: [
        "{agent} listened well at first, then finished a sentence for {counterpart} at {time}.",
        "At {time} both spoke at once; {agent} gave way, but {counterpart} had lost the thread.",
      ],
      missed: [
        "{agent} cut in at {time}, and {counterpart} never finished the thought.",
        "Around {time} {counterpart} began three sentences and could finish none of them.",
        "{counterpart} said “let me just finish” at {time}; {agent} talked on.",
      ],
      notApplicable: ["There was hardly anything to listen to in this call."],
      advice: ["Count to two after {counterpart} stops speaking. Most of what is worth hearing comes then."],
    },
    competitors: {
      question: "Did the agent find out which other vendors the prospect is comparing?",
      met: [
        "At {time} {agent} asked openly who else is being looked at, and what {counterpart} likes there.",
        "“Who else are you looking at?” asked {agent} at {time}, and noted the answer without a word against anybody.",
        "{agent} learned at {time} which other offers {counterpart} is weighing, and what counts in the comparison.",
      ],
      partly: [
        "{agent} asked at {time} whether there are other offers, heard “one or two”, and left it at that.",
        "Other vendors came up at {time}; {agent} did not ask which.",
      ],
      missed: [
        "{counterpart} spoke of “the others we are seeing” at {time}, and {agent} let it pass.",
        "Who else is in the race was not asked, although the talk came close to it at {time}.",
        "{agent} praised the product at {time} without knowing what it is being measured against.",
      ],
      notApplicable: ["There was no purchase to compare offers for."],
      advice: [
        "Ask who else is on the list and what {counterpart} likes about them; note it for the account executive.",
      ],
      field: "uses_competitor",
    },
  },
);

const qualification = section(
  "qualification",
  {
    name: "Qualification",
    well: [
      "{agent} left nothing about money, people and timing to guesswork.",
      "{agent} asked the uncomfortable questions without making them uncomfortable.",
    ],
    badly: [
      "Money, people, timing: hardly any of it was found out in this call.",
      "The hard questions were put off; around {time} there was a natural place for them.",
    ],
  },
  {
    budget: {
      question: "Did the agent ask about the budget range?",
      met: [
        "{agent} asked at {time} what has been set aside for a year, and waited for the figure: ₹{field:budget}.",
        "At {time} {agent} asked for a range first, which made it easy for {counterpart} to name a figure.",
        "The money was spoken about calmly at {time}: {agent} asked for a range before naming any price.",
      ],
      partly: [
        "{agent} brought up cost at {time} and took “it depends” for an answer.",
        "{agent} named the price per user at {time} and asked whether that is “roughly fine”. A range was not asked for.",
      ],
      missed: [
        "The price was named at {time} before {agent} knew what {counterpart} could spend.",
        "{counterpart} said at {time} that money is tight this year; {agent} did not ask how tight.",
        "At {time} the talk turned to cost and away from it again, and no range was asked for.",
      ],
      notApplicable: ["Nobody was there with whom to speak about money."],
      advice: ["Ask for a range before you name a price: “What have you set aside for this?”"],
      field: "budget",
    },
    decision_makers: {
      question: "Did the agent ask who else takes part in the decision?",
      met: [
        "At {time} {agent} asked who signs in the end, and whether that person should see the product as well.",
        "{agent} had the path to a decision explained at {time}: who looks at it first, and who has the last word.",
        "“Who else would want to have a say?” asked {agent} at {time}, and {counterpart} answered it in full.",
      ],
      partly: [
        "At {time} {counterpart} said that others have a say too, and {agent} did not ask who.",
        "A colleague was mentioned at {time}; {agent} noted the name and not the role.",
      ],
      missed: [
        "{counterpart} said “we will look at it” at {time}. Who “we” are, {agent} did not ask.",
        "{agent} took it for granted at {time} that {counterpart} decides alone.",
        "Nobody asked who has to agree to a purchase, neither before {time} nor after it.",
      ],
      notApplicable: ["The call did not reach anybody who has a part in the decision."],
      advice: ["Ask how the last purchase of this kind was decided: names and roles come by themselves."],
    },
    timeline: {
      question: "Did the agent establish a timeline for the purchase?",
      met: [
        "{agent} asked at {time} by when the team wants to be working with it, and worked out when to start.",
        "At {time} {agent} asked when {counterpart} wants to decide, and what that depends on.",
        "“What happens if it takes until next season?” asked {agent} at {time}, and so learned how pressing it is.",
      ],
      partly: [
        "“Soon” was the answer at {time}, and {agent} did not ask what soon means.",
        "{agent} asked at {time} when the decision will fall, but not by when the team has to start.",
      ],
      missed: [
        "When a purchase might come was left open; at {time} {agent} passed over “some time this year”.",
        "{agent} described at {time} how fast a start can be, and did not ask when one is wanted.",
        "No question about timing was heard, though {counterpart} spoke of the busy season at {time}.",
      ],
      notApplicable: ["Without a buyer on the line there was no timing to speak of."],
      advice: ["Ask for the day on which it has to work, and plan backwards from it together."],
    },
  },
);

const pitch = section(
  "pitch",
  {
    name: "Pitch and objections",
    well: [
      "The pitch was short and to the point; {counterpart} asked questions instead of waiting for the end.",
      "{agent} spoke about the work of {counterpart} and hardly about the product, which is what made it convincing.",
    ],
    badly: [
      "The pitch was a list of features. From {time} on {counterpart} only said “mm-hm”.",
      "What {agent} presented could have been said to anybody.",
    ],
  },
  {
    relevance: {
      question: "Did the agent tie the benefits to the needs that the prospect had named?",
      met: [
        "At {time} {agent} stayed with what {counterpart} had asked about most, {field:interest}, and left the other features aside.",
        "At {time} {agent} repeated a remark that {counterpart} had made in passing, and showed what would be different.",
        "Every benefit that {agent} named around {time} answered something that {counterpart} had said before.",
      ],
      partly: [
        "One of the points at {time} matched what {counterpart} had asked for; the others were from the brochure.",
        "{agent} mentioned what {counterpart} needs at {time}, but not how the product meets it.",
      ],
      missed: [
        "{agent} listed features at {time}; none of them was linked to what {counterpart} had said.",
        "What {counterpart} had asked for did not come up again; at {time} {agent} gave the standard presentation.",
        "{agent} spoke at {time} about advantages for large companies, which {counterpart} had not asked about.",
      ],
      notApplicable: ["There were no needs to which anything could have been tied."],
      advice: ["Write down three wishes while you listen, and answer exactly those three."],
    },
    example: {
      question: "Did the agent give an example of a similar customer?",
      met: [
        "At {time} {agent} told of a company of the same trade, and what changed there in the first month.",
        "{agent} had a fitting case at hand at {time}; {counterpart} asked at once how they had begun.",
        "The story of another service team at {time} made the benefit tangible, and it was short.",
      ],
      partly: [
        "{agent} said at {time} that “many companies like yours” use it, without telling of one.",
        "The example at {time} was a good story, but from quite another trade.",
      ],
      missed: [
        "{counterpart} asked at {time} who else uses it; {agent} answered with a number and no name.",
        "No customer was mentioned. At {time} a short story would have done more than another feature.",
        "{agent} stayed general at {time}; one customer example would have helped.",
      ],
      notApplicable: ["Nobody listened for whom an example would have been of use."],
      advice: ["Keep three customer stories ready, one for each trade, none longer than half a minute."],
    },
    objections: {
      question: "If the prospect raised an objection, did the agent explore the objection before answering?",
      met: [
        "When {counterpart} hesitated at {time}, {agent} asked what was behind it before saying anything in defence.",
        "“What would have to be different?” {agent} answered the doubt at {time}, and the real reason came out.",
        "{agent} repeated the objection in other words at {time}, had it confirmed, and only then answered.",
      ],
      partly: [
        "{agent} asked one question about the doubt at {time} and answered before {counterpart} had finished explaining.",
        "The objection at {time} was acknowledged with “I understand” and then talked over.",
      ],
      missed: [
        "{agent} countered the objection at {time} within a second; what lay behind it stayed unknown.",
        "“That is not a problem,” said {agent} at {time}. For {counterpart} it evidently was one.",
        "At {time} {agent} met a doubt with another feature, and {counterpart} fell silent.",
      ],
      notApplicable: ["No objection was raised in this call."],
      advice: ["Answer an objection with a question first: “What makes you say that?”"],
    },
  },
);

const close = section(
  "close",
  {
    name: "Closing",
    well: [
      "The call ended tidily: both sides knew what had been said and where they stood.",
      "A good ending. {agent} took time for the last minute, and it showed.",
    ],
    badly: [
      "The end was hurried; after {time} {agent} seemed to be on the next call already.",
      "The call faded out instead of ending, and whatever had been gained was left to chance.",
    ],
  },
  {
    next_step: {
      question: "Did the agent propose a concrete next step?",
      met: [
        "{agent} said at {time} exactly what could come next, who would do what, and how long it takes.",
        "At {time} {agent} put a clear proposal on the table and asked for a yes or a no.",
        "The proposal came at {time} without pressure: one step, with its day and its hour open for {counterpart} to choose.",
      ],
      partly: [
        "{agent} proposed at {time} to “speak again next week”, with no day and no reason for it.",
        "Material was promised at {time}; what should happen after it, {agent} did not say.",
      ],
      missed: [
        "{counterpart} asked “And now?” at {time}. {agent} had no answer ready.",
        "{agent} left it at “just get in touch” at {time}.",
        "At {time} all had been said, and {agent} left it there without proposing anything.",
      ],
      notApplicable: ["With no sale in sight there was no next step to propose."],
      advice: ["Offer two times to choose from before you say goodbye, and enter the one that is chosen at once."],
    },
    recap: {
      question: "Did the agent summarise the main points before ending the call?",
      met: [
        "{agent} summed up at {time} in three short points, and {counterpart} corrected one of them.",
        "At {time} {agent} repeated what matters to {counterpart} in their own words, and had it confirmed.",
        "The recap at {time} was brief and complete; nothing important from the call was missing.",
      ],
      partly: [
        "{agent} repeated at {time} what was offered, and nothing of what {counterpart} had said.",
        "The summary at {time} broke off after the first point.",
      ],
      missed: [
        "At {time} {agent} moved on to the goodbye without one sentence on what had been said.",
        "At {time} {counterpart} asked for the main points again; {agent} promised them by e-mail.",
        "{agent} skipped the summary at {time}, although the call had touched on a lot.",
      ],
      notApplicable: ["The call was over before there was anything to sum up."],
      advice: ["End with “Let me say back what I have noted”, and three points at the most."],
    },
    thanks: {
      question: "Did the agent thank the prospect for their time?",
      met: [
        "{agent} thanked {counterpart} at {time} for the openness, and it sounded meant.",
        "A warm thank-you at {time} closed the call, and {counterpart} returned it.",
        "At {time} {agent} said thanks for the time and wished {counterpart} a good day by name.",
      ],
      partly: [
        "A quick “thanks” could be heard at {time} while {agent} was hanging up.",
        "{agent} said thank you at {time} in the middle of a sentence about something else.",
      ],
      missed: [
        "{agent} ended the call at {time} with “okay, bye”.",
        "{counterpart} said thank you at {time}; {agent} did not return it.",
        "{agent} hung up at {time} without thanking {counterpart}.",
      ],
      notApplicable: ["Nobody had given this call their time."],
      advice: ["Thank {counterpart} for something that they actually did: the time, the figures, the open word."],
    },
  },
);

/** The sections of the sales category. */
export const salesSections: readonly AnalysisPointer[] = [opening, discovery, qualification, pitch, close];
