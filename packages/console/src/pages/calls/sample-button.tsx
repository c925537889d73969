import { useMutation } from "@tanstack/react-query";
import { AudioLines } from "lucide-react";
import { useConnection } from "../../connection/connection.ts";
import { useSubmissions } from "../../submissions/submissions.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";

/** Analyses a sample in the fake, so that a scorecard with sound is one click away. */
export function SampleButton() {
  const { mutate, isPending, isSuccess, error } = useSample();
  return (
    <>
      <Button
        variant="primary"
        disabled={isPending || isSuccess}
        icon={<AudioLines size={16} aria-hidden />}
        onClick={() => mutate()}
      >
        Analyse a sample recording
      </Button>
      {error && <ErrorState error={error} />}
    </>
  );
}

function useSample() {
  const { view } = useConnection();
  const submissions = useSubmissions();
  return useMutation({
    async mutationFn() {
      const [agents, categories, { sampleRecording }] = await Promise.all([
        view.agents.list(),
        view.categories.list(),
        import("./sample-recording.ts"),
      ]);
      const [[agent], [category]] = [agents, categories];
      if (!agent || !category) throw new Error("The fake has no agent or no category. Add some on the page “State”.");
      submissions.start(sampleRecording(), { memberId: agent.id, categoryId: category.id });
    },
  });
}
