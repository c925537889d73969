/** How a collection call can end, what that implies, and what its reviews say. */
import type { Outcome } from "../engine/configuration.js";
import { failure, notApplicable, success } from "./category-parts.js";

const nothingNamed = { promised_date: "absent", callback_time: "absent" } as const;

/** The outcomes of the collection category. */
export const paymentOutcomes: readonly Outcome[] = [
  success("paid", {
    label: "Paid during the call",
    description: "The borrower paid while on the line, and the payment was seen to arrive.",
    implies: {
      ...nothingNamed,
      crit_amount: "met",
      crit_full_payment: ["met", "partly"],
      crit_part_payment: "notApplicable",
      crit_exact_date: "notApplicable",
      crit_payment_modes: ["met", "partly"],
      crit_consequences: "notApplicable",
    },
    rationale: [
      "{counterpart} paid ₹{field:overdue_amount} at {time}, and {agent} saw it arrive before the call ended.",
      "The payment went through at {time} with both on the line; {agent} confirmed that the account was up to date.",
      "“It's done,” said {counterpart} at {time}, and the account showed it a moment later.",
    ],
    summary: [
      "{agent} called about the overdue instalment of loan {field:loan_number}. {counterpart} paid ₹{field:overdue_amount} while the two were speaking, and the payment arrived. The account is up to date.",
      "A reminder for an instalment that was {field:days_overdue} days overdue. {counterpart} settled it in full during the call: ₹{field:overdue_amount}. Nothing is left to do.",
      "{agent} reminded {counterpart} of the instalment, and it was paid on the spot. A receipt goes out today.",
    ],
  }),
  success("promise", {
    label: "Promise to pay",
    description: "The borrower named an amount and a day on which they will pay it.",
    implies: {
      crit_amount: "met",
      crit_part_payment: "notApplicable",
      crit_exact_date: "met",
      promised_date: "present",
      callback_time: "absent",
    },
    rationale: [
      "At {time} {counterpart} named a day, {day:promised_date}, and an amount, ₹{field:overdue_amount}.",
      "{counterpart} promised at {time} to pay the full sum on {day:promised_date}.",
      "By {time} {counterpart} had said how much and when, and sounded sure of it.",
    ],
    summary: [
      "{agent} called about the overdue instalment of loan {field:loan_number}. {counterpart} will pay ₹{field:overdue_amount} on {day:promised_date}. The account should be looked at on the day after.",
      "A reminder for an instalment that was {field:days_overdue} days overdue. {counterpart} could not pay at once and promised the whole sum for {day:promised_date}.",
      "{counterpart} knew of the instalment and named an amount and a day on which it will be paid. Nothing further is due until then.",
    ],
  }),
  failure("callback", {
    label: "Callback requested",
    description: "The borrower asked to be called again before deciding.",
    implies: { crit_part_payment: "notApplicable", promised_date: "absent", callback_time: "present" },
    rationale: [
      "{counterpart} did not want to decide anything at {time}, and asked for a call at {hour:callback_time}.",
      "At {time} {counterpart} asked to be called again before saying yes or no.",
      "“Not now, please,” said {counterpart} at {time}. {agent} is to call at {hour:callback_time}.",
    ],
    summary: [
      "{agent} called about the overdue instalment of loan {field:loan_number}. {counterpart} wanted to think it over first. {agent} calls again at {hour:callback_time}; ₹{field:overdue_amount} is open.",
      "A reminder for an instalment that was {field:days_overdue} days overdue. {counterpart} asked for another call, at {hour:callback_time}, before deciding.",
      "{counterpart} neither promised nor refused, and asked for another call. It has to come on time if it is to help.",
    ],
  }),
  failure("dispute", {
    label: "Amount disputed",
    description: "The borrower says that the amount is wrong.",
    implies: { ...nothingNamed, crit_amount: "met", crit_part_payment: "notApplicable" },
    rationale: [
      "{counterpart} did not accept the sum of ₹{field:overdue_amount}, and at {time} asked for a statement.",
      "At {time} {counterpart} said that the amount cannot be right, and held on to that.",
      "The figures of the two did not agree, and by {time} it was clear that they would not in this call.",
    ],
    summary: [
      "{agent} called about the overdue instalment of loan {field:loan_number}. {counterpart} says that ₹{field:overdue_amount} is not what is owed. The accounts team has to check it before anybody calls again.",
      "A reminder for an instalment that was {field:days_overdue} days overdue. According to {counterpart} the amount is wrong. A statement of the account is to be sent.",
      "{counterpart} disputes the amount. Until it has been checked, no further reminder should go out.",
    ],
  }),
  failure("refused", {
    label: "Refused to pay",
    description: "The borrower said that no payment will be made for now.",
    implies: { ...nothingNamed, crit_part_payment: ["met", "partly", "missed"] },
    rationale: [
      "{counterpart} said plainly at {time} that nothing will be paid for now.",
      "At {time} {counterpart} refused to pay, and did not change their mind.",
      "Whatever {agent} proposed, {counterpart} declined; at {time} they asked for the subject to be closed.",
    ],
    summary: [
      "{agent} called about the overdue instalment of loan {field:loan_number}. {counterpart} will not pay for now, so ₹{field:overdue_amount} stays open. The case goes back to the team for a decision.",
      "A reminder for an instalment that was {field:days_overdue} days overdue. {counterpart} refused any payment for the time being. What comes next is for the team to decide.",
      "{counterpart} declined to pay, now and in the near future. Before the next contact the file should be read by somebody else.",
    ],
  }),
  notApplicable("third_party", {
    label: "Third party answered",
    description: "Somebody other than the borrower answered, so the loan was not discussed.",
    implies: nothingNamed,
    rationale: [
      "Somebody else picked up and said at {time} that {counterpart} was not in.",
      "By {time} it was clear that {counterpart} was not on the line, so nothing was discussed.",
    ],
    summary: [
      "{agent} did not reach {counterpart}; somebody else answered. The loan was not mentioned, and the call has to be tried again.",
      "Another person picked up and could not say when {counterpart} would be back. {agent} rang off without naming the matter.",
    ],
  }),
];
