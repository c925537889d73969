/** Says what a call waits for, with a button that moves it on. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useConnection } from "../../connection/connection.ts";
import type { ControlledClock, ListedCall } from "../../connection/control.ts";
import { clockQuery, useHeldRequests } from "../../data/queries.ts";
import { Button } from "../../ui/button.tsx";
import { linkClasses } from "../../ui/class-names.ts";
import { errorFacts } from "../../ui/error-state.tsx";
import { countText, dateTimeText } from "../../ui/format.ts";
import { showToast } from "../../ui/toasts.tsx";

/** The sentence, and the button, unless only a person ends the call. */
export function Progress({ call, onMoved }: { call: ListedCall; onMoved: () => unknown }) {
  const { id, progression, nextChangeAt } = call;
  const connection = useConnection();
  const { client, control } = connection;
  const clock = useQuery(clockQuery(connection)).data;
  const held = useHeldRequests().find(({ path }) => path.includes(id));
  const { mutate, isPending } = useMutation<unknown>({
    mutationFn: () => (nextChangeAt ? control.advanceClockTo(nextChangeAt) : client.calls.getAnalysis(id)),
    onError: (error) => showToast("It did not work", errorFacts(error).message),
    onSettled: onMoved,
  });
  return (
    <div className="mt-1 flex flex-col items-center gap-3">
      <p role="status" className="text-muted">
        {waitingText(call, clock)}
        {held && (
          <>
            {" "}
            A poll of it is held by {held.rules.join(", ")}: release it in the{" "}
            <Link to="/fake/journal" className={linkClasses}>
              journal
            </Link>
            .
          </>
        )}
      </p>
      {(nextChangeAt || progression.mode === "polls") && (
        <Button disabled={isPending} onClick={() => mutate()}>
          {nextChangeAt ? "Move the clock there" : "Poll now"}
        </Button>
      )}
    </div>
  );
}

function waitingText({ status, progression, polls, nextChangeAt }: ListedCall, clock?: ControlledClock): string {
  const standing = clock?.speed === 0 ? ", which stands still until you move it" : "";
  if (nextChangeAt) return `Changes at ${dateTimeText(nextChangeAt)} by the fake’s clock${standing}.`;
  if (progression.mode !== "polls") return "Stays so until you finish it below.";
  const { processing = 0, pending = 0 } = progression;
  const polled = status === "processing" ? processing : processing + pending;
  return `Changes when it is polled: ${countText(polled - polls, "more poll")}.`;
}
