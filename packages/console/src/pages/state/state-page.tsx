/** Everything that the fake keeps: looked at, saved, replaced, reset and added to. */
import { useQuery } from "@tanstack/react-query";
import { useControl } from "../../connection/connection.ts";
import { numberText, sizeText } from "../../ui/format.ts";
import { Fact, Page } from "../../ui/page.tsx";
import { Loaded } from "../../ui/query-states.tsx";
import { ClientSettings } from "./client-settings.tsx";
import { ResetPanel } from "./reset-panel.tsx";
import { SeedPanel } from "./seed-panel.tsx";
import { SnapshotPanel } from "./snapshot-panel.tsx";
import { type OrganizationSummary, summaryQuery } from "./state-summary.ts";

/** The page. */
export function StatePage() {
  const summary = useQuery(summaryQuery(useControl()));
  return (
    <Page title="State" description="Everything that the fake keeps. A snapshot is one JSON file.">
      <Loaded query={summary} lines={3} what="what the fake keeps">
        {(organizations) => <Contents summary={organizations} />}
      </Loaded>
      <ClientSettings />
      <div className="grid min-w-0 items-start gap-4 xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <SnapshotPanel />
          <ResetPanel />
        </div>
        <SeedPanel />
      </div>
    </Page>
  );
}

const columns = ["agents", "categories", "calls", "campaigns", "prospects"] as const;

function Contents({ summary }: { summary: readonly OrganizationSummary[] }) {
  return (
    <ul aria-label="Organizations" className="flex flex-col gap-3">
      {summary.map((organization) => (
        <Organization key={organization.id} organization={organization} />
      ))}
    </ul>
  );
}

function Organization({ organization }: { organization: OrganizationSummary }) {
  const { id, name, recordings, recordingBytes } = organization;
  return (
    <li className="rounded-lg border border-line bg-panel px-4 py-3">
      <h2 className="font-semibold">
        {name} <code className="ml-1 font-mono text-xs font-normal break-all text-muted">{id}</code>
      </h2>
      <dl className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-x-4 gap-y-2">
        {columns.map((column) => (
          <Fact key={column} label={column}>
            {numberText(organization[column])}
          </Fact>
        ))}
        <Fact label="recordings">
          {recordings === 0 ? "0" : `${numberText(recordings)}, ${sizeText(recordingBytes)}`}
        </Fact>
      </dl>
    </li>
  );
}
