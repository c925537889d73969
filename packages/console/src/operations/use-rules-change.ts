import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useControl } from "../connection/connection.ts";
import type { Control } from "../connection/control.ts";
import { errorFacts } from "../ui/error-state.tsx";
import { showToast } from "../ui/toasts.tsx";

/** Changes the rules of the fake by one click; what it refuses is said in a short message. */
export function useRulesChange() {
  const control = useControl();
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (change: (control: Control) => Promise<unknown>) => change(control),
    onError: (error) => showToast("The change was not made", errorFacts(error).message),
    onSettled: () => queries.invalidateQueries({ queryKey: ["rules"] }),
  });
  return { change: mutate, isDisabled: isPending };
}
