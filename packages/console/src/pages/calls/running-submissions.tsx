import { useSubmissions } from "../../submissions/use-submissions.ts";
import { Panel } from "../../ui/page.tsx";
import { SubmissionProgress } from "./submission-progress.tsx";

/** The calls that this browser is creating, or has waited for. */
export function RunningSubmissions() {
  const { shown } = useSubmissions();
  if (shown.length === 0) return null;
  return (
    <Panel title="Created here" className="shrink-0">
      <ul className="max-h-[45vh] divide-y divide-line overflow-y-auto">
        {shown.map((submission) => (
          <li key={submission.id} className="px-4 py-3">
            <SubmissionProgress submission={submission} isCompact={submission.stage === "completed"} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
