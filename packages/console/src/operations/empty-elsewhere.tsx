import { EmptyState } from "../ui/page.tsx";

/** Instead of an empty list in a tab that does not have the fake: it cannot know. */
export function EmptyElsewhere() {
  return (
    <EmptyState title="This is in the other tab">
      The tab that has the fake has its journal and its rules too. This tab shows its data only.
    </EmptyState>
  );
}
