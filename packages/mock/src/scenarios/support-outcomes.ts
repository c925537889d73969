/** How a support call can end, what that implies, and what its reviews say. */
import type { Outcome } from "../engine/configuration.js";
import { failure, notApplicable, success } from "./category-parts.js";

/** The outcomes of the support category. */
export const supportOutcomes: readonly Outcome[] = [
  success("resolved", {
    label: "Resolved",
    description: "The problem was solved during the call, and the customer confirmed it.",
    implies: {
      crit_guidance: "met",
      crit_test: ["met", "partly"],
      crit_escalation: "notApplicable",
      visit_at: "absent",
    },
    rationale: [
      "At {time} {counterpart} said that it works again, and sounded relieved.",
      "“Now it works,” said {counterpart} at {time}, and the rest of the call was about other things.",
      "{counterpart} tried it at {time} and confirmed that the problem was gone.",
    ],
    summary: [
      "{counterpart} called about a problem with the connection, logged as “{field:problem_type}”. {agent} found the cause and put it right during the call. Nothing is left to do.",
      "A call for account {field:account_number}, logged as “{field:problem_type}”. {counterpart} followed the steps that {agent} gave, and everything worked again by the end. No follow-up is needed.",
      "{counterpart} could not use the connection as they should. {agent} solved it with them on the line, and {counterpart} confirmed it.",
    ],
  }),
  success("visit_scheduled", {
    label: "Technician visit scheduled",
    description: "The fault needs a visit, and the customer accepted a slot.",
    implies: { crit_expectations: "met", crit_escalation: "notApplicable", visit_at: "present" },
    rationale: [
      "By {time} it was clear that the fault could not be fixed remotely, and {counterpart} took the slot on {day:visit_at}.",
      "{agent} offered a visit at {time}; {counterpart} chose {day:visit_at} at {hour:visit_at}.",
      "{counterpart} accepted a technician's visit at {time}, once {agent} had shown why it is needed.",
    ],
    summary: [
      "{counterpart} called about a fault logged as “{field:problem_type}”. It cannot be fixed remotely, so somebody has to come. A technician visits on {day:visit_at} at {hour:visit_at}.",
      "A call for account {field:account_number}: the fault, logged as “{field:problem_type}”, could not be put right by telephone. The visit is on {day:visit_at}; {counterpart} will be at home.",
      "{agent} and {counterpart} tried what can be tried by telephone. The rest needs a technician, and {counterpart} accepted a slot for the visit.",
    ],
  }),
  failure("escalated", {
    label: "Escalated",
    description: "The problem was handed to the second level.",
    implies: { crit_escalation: "met", crit_expectations: ["met", "partly"], visit_at: "absent" },
    rationale: [
      "At {time} the first level had run out of options, and {agent} handed the case on with the agreement of {counterpart}.",
      "The fault went beyond what {agent} can see on the console; at {time} the case was passed to the second level.",
      "Nothing that could be tried had helped by {time}, so the case went to the second level.",
    ],
    summary: [
      "{counterpart} called about a fault logged as “{field:problem_type}”. It could not be put right in the call. The second level has the case now and gets in touch with {counterpart}.",
      "A call for account {field:account_number}, logged as “{field:problem_type}”. {agent} could not solve it and handed it to the second level. {counterpart} waits to hear from there.",
      "The problem is one for the second level. {agent} has passed on what is known; {counterpart} is to be called by that team.",
    ],
  }),
  failure("unresolved", {
    label: "Unresolved",
    description: "The call ended with the problem as it was at the start.",
    implies: { crit_escalation: ["partly", "missed"], crit_expectations: "missed", visit_at: "absent" },
    rationale: [
      "Nothing had changed at {time}, and {counterpart} said so before ending the call.",
      "“It's just the same,” said {counterpart} at {time}; {agent} had no further idea.",
      "Several attempts later, at {time}, the problem was still there, and the call ended with it.",
    ],
    summary: [
      "{counterpart} called about a problem with the connection, logged as “{field:problem_type}”. What was tried did not help, and nothing was arranged. {counterpart} can be expected to call again.",
      "A call for account {field:account_number}, logged as “{field:problem_type}”. The problem is as it was at the start of the call. Somebody should call {counterpart} back before they have to.",
      "{agent} did not get to the bottom of the problem, and {counterpart} hung up no better off. The case should be picked up again today.",
    ],
  }),
  failure("asked_to_cancel", {
    label: "Asked to cancel",
    description: "The customer said that they want to end the contract.",
    implies: {
      crit_escalation: ["partly", "missed"],
      crit_expectations: ["partly", "missed"],
      visit_at: "absent",
    },
    rationale: [
      "At {time} {counterpart} had had enough and asked how to end the contract.",
      "“Then I would like to cancel,” said {counterpart} at {time}, and did not take it back.",
      "{counterpart} named another provider at {time} and asked for the contract to be ended.",
    ],
    summary: [
      "{counterpart} called about a problem with the connection, logged as “{field:problem_type}”, and in the end wanted to cancel. The wish is noted. The retention team should call within a day.",
      "A call for account {field:account_number} that began with a fault and ended with a cancellation. It was logged as “{field:problem_type}”. {counterpart} expects a confirmation in writing.",
      "Over the trouble with the connection {counterpart} has lost patience and wants to leave. The contract and the notice period have to be looked at.",
    ],
  }),
  notApplicable("dropped", {
    label: "Call dropped",
    description: "The line broke off before the agent could do anything about the problem.",
    implies: { visit_at: "absent" },
    rationale: [
      "From {time} on the line broke up, and nothing could be done before it went dead.",
      "After {time} only noise was heard, and then the call was gone.",
    ],
    summary: [
      "The line broke off before {agent} could help. {counterpart} should be called back today.",
      "{counterpart} was cut off before anything could be done. The call is logged under “{field:problem_type}” for account {field:account_number}, and somebody has to call back.",
    ],
  }),
];
