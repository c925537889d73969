/** How a sales call can end, what that implies, and what its reviews say. */
import type { Outcome } from "../engine/configuration.js";
import { failure, notApplicable, success } from "./category-parts.js";

const nothingBooked = { demo_date: "absent", trial_email: "absent" } as const;

/** The outcomes of the sales category. */
export const salesOutcomes: readonly Outcome[] = [
  success("demo_booked", {
    label: "Demo booked",
    description: "The prospect agreed to a demo on a named day and time.",
    implies: { crit_next_step: "met", demo_date: "present", trial_email: "absent" },
    rationale: [
      "{counterpart} agreed at {time} to a demo on {day:demo_date}, and {agent} repeated the day and the hour.",
      "By {time} a day and an hour for the demo had been named, and {counterpart} had said yes to both.",
      "The calendar came out at {time}: {counterpart} chose {day:demo_date} from the two days on offer.",
    ],
    summary: [
      "{agent} called {field:contact_name} of {field:company_name} about their enquiry. They want to see the product at work, and a demo was agreed. It takes place on {day:demo_date}.",
      "{field:contact_name} had asked for information, and wanted to know about one thing above all: {field:interest}. The call led to a demo on {day:demo_date}; {agent} prepares it together with the account executive.",
      "{agent} spoke with {counterpart} about how the team works, and what the product would take off its hands. A demo with a fixed day and hour was agreed. The invitation goes out today.",
    ],
  }),
  success("trial_started", {
    label: "Trial started",
    description: "The prospect accepted the trial and gave an e-mail address for the invitation.",
    implies: { crit_next_step: "met", trial_email: "present", demo_date: "absent" },
    rationale: [
      "{counterpart} wanted to try it at once: at {time} they accepted the trial and spelled out {field:trial_email}.",
      "The trial was accepted at {time}, and {agent} read the address for the invitation back to {counterpart}.",
      "{agent} offered the 14 days at {time}; {counterpart} asked only where to sign up, and gave an address.",
    ],
    summary: [
      "{agent} called {field:contact_name} of {field:company_name} about their enquiry. Rather than see a presentation, they want to try the product themselves. The invitation to the trial goes to {field:trial_email}.",
      "{field:contact_name} asked mostly about one thing, {field:interest}, and then accepted the 14-day trial. {agent} sends the invitation to {field:trial_email} and calls again in the second week.",
      "{counterpart} would rather try than be told, and accepted the trial. {agent} sends the invitation today and looks in when the first week is over.",
    ],
  }),
  failure("follow_up", {
    label: "Follow-up needed",
    description: "The prospect is interested, but nothing was agreed beyond another call.",
    implies: { ...nothingBooked, crit_next_step: ["partly", "missed"] },
    rationale: [
      "The interest was real, but at {time} {counterpart} asked for time to think, and all that was agreed is another call.",
      "{counterpart} liked what they heard and committed to nothing; at {time} the two left it at speaking again.",
      "Up to {time} everything pointed to a demo. Then {counterpart} wanted to “talk it over first”, and it stayed at that.",
    ],
    summary: [
      "{agent} called {field:contact_name} of {field:company_name} about their enquiry. They are interested, and want to talk it over first. {agent} calls again.",
      "{field:contact_name} asked good questions, most of them about one thing ({field:interest}), and would not commit to anything yet. Another call has been agreed, with no day for it.",
      "{counterpart} is open to the product and not ready to decide. Nothing beyond another call was agreed, so {agent} has to keep at it.",
    ],
  }),
  failure("not_qualified", {
    label: "Not qualified",
    description: "The prospect cannot decide on a purchase, or needs what the product does not do.",
    implies: { ...nothingBooked, crit_next_step: "notApplicable" },
    rationale: [
      "It came out at {time} that {counterpart} needs something that the product does not do.",
      "By {time} it was plain that {counterpart} was after something that the product was not made for.",
      "At {time} {counterpart} described what they are looking for. It is another kind of product.",
    ],
    summary: [
      "{agent} called {field:contact_name} of {field:company_name} about their enquiry. What they need is not what the product is made for. The lead can be closed.",
      "{field:contact_name} had sent an enquiry, but the product is not what they are after. {agent} and {counterpart} parted on good terms, and nothing further is planned.",
      "The enquiry turned out to be none that the product can answer. {agent} said so openly, and the lead can be closed.",
    ],
  }),
  failure("not_interested", {
    label: "Not interested",
    description: "The prospect declined and asked for no further contact on this offer.",
    implies: nothingBooked,
    rationale: [
      "At {time} {counterpart} said no, and asked not to be called about this offer again.",
      "{counterpart} heard {agent} out and declined at {time}, politely and for good.",
      "“We will stay with what we have,” said {counterpart} at {time}, and wanted no further calls about it.",
    ],
    summary: [
      "{agent} called {field:contact_name} of {field:company_name} about their enquiry. They have decided against it and want no further calls on this offer. The lead is to be closed.",
      "{field:contact_name} no longer has a use for the product and said so. {agent} is to take the number off the list for this offer.",
      "The enquiry was a while ago, and {counterpart} has lost interest since. They asked for no more contact about it.",
    ],
  }),
  notApplicable("wrong_number", {
    label: "Wrong number",
    description: "The person reached was not the lead and does not know them.",
    implies: nothingBooked,
    rationale: [
      "At {time} the person on the line said that nobody of that name was known there.",
      "The number belongs to somebody else, as became clear at {time}; they had sent no enquiry.",
    ],
    summary: [
      "{agent} reached somebody who is not the lead and does not know them. The number has to be checked before anybody calls again.",
      "The number on file is not the lead's. {agent} apologised and rang off; the record needs a correction.",
    ],
  }),
];
