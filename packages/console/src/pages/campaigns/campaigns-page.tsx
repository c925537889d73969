/** The prospects that the fake has received, with all of their fields. */
import type { OrganizationSnapshot, Snapshot } from "@call-analysis/mock";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type Connection, useConnection } from "../../connection/connection.ts";
import { namedChoices, SearchFilter } from "../../ui/choice.tsx";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { FoldedText, narrowText } from "../../ui/folded-text.tsx";
import { fieldsText, foundText, valueText } from "../../ui/format.ts";
import { EmptyState, Page } from "../../ui/page.tsx";
import { usePageSearch } from "../../ui/page-search.ts";
import { Loaded } from "../../ui/query-states.tsx";
import type { CampaignsSearch } from "./campaigns-search.ts";

/** A prospect as the table shows it. */
interface ReceivedProspect {
  id: string;
  campaign: Campaign;
  fields: Readonly<Record<string, unknown>>;
}

type Campaign = Pick<OrganizationSnapshot["campaigns"][number], "id" | "name">;

/** The page. */
export function CampaignsPage() {
  const received = useQuery(receivedQuery(useConnection()));
  return (
    <Page
      title="Campaigns"
      description="The prospects that the fake has received. The service has no operation to list them."
    >
      <Loaded query={received} what="the prospects">
        {({ campaigns, prospects }) => {
          if (campaigns.length === 0)
            return (
              <EmptyState title="No campaigns yet">
                No operation of the service creates a campaign. Add one as data on the page “State”.
              </EmptyState>
            );
          if (prospects.length === 0)
            return (
              <EmptyState title="No prospects yet">
                Prospects that your application adds appear here automatically.
              </EmptyState>
            );
          return <Prospects campaigns={campaigns} prospects={prospects} />;
        }}
      </Loaded>
    </Page>
  );
}

/** No operation of the service lists campaigns or prospects; the fake's state has both. */
function receivedQuery({ control, organization }: Connection) {
  return queryOptions({
    queryKey: ["campaigns", organization.id] as const,
    queryFn: async ({ signal }) => {
      const { organizations } = await control.get<Snapshot>("/state?bytes=none", signal);
      return receivedBy(organizations.find(({ id }) => id === organization.id));
    },
  });
}

/** The campaigns of an organization, and their prospects, the newest first. */
function receivedBy({ campaigns = [], prospects = [] }: Partial<OrganizationSnapshot> = {}) {
  const campaignOf = (id: string) => campaigns.find((campaign) => campaign.id === id) ?? { id, name: id };
  return {
    campaigns,
    prospects: prospects
      .map(({ id, campaignId, fields }) => ({ id, campaign: campaignOf(campaignId), fields }))
      .toReversed(),
  };
}

const columns: readonly TableColumn<ReceivedProspect>[] = [
  {
    id: "name",
    header: "Name",
    className: "w-full max-w-0 min-w-32",
    cell: ({ fields: { name, phone: _, ...others } }) => (
      <>
        <FoldedText className="font-medium">{valueText(name)}</FoldedText>
        <FoldedText className="text-xs text-muted">{fieldsText(others)}</FoldedText>
      </>
    ),
  },
  {
    id: "phone",
    header: "Phone",
    className: "whitespace-nowrap",
    cell: ({ fields }) => <FoldedText className={narrowText}>{valueText(fields.phone)}</FoldedText>,
  },
  {
    id: "campaign",
    header: "Campaign",
    className: "hidden sm:table-cell",
    cell: ({ campaign }) => <FoldedText className={narrowText}>{campaign.name}</FoldedText>,
  },
];

function Prospects({
  campaigns,
  prospects,
}: {
  campaigns: readonly Campaign[];
  prospects: readonly ReceivedProspect[];
}) {
  const [{ campaign }] = usePageSearch<CampaignsSearch>();
  const shown = useMemo(
    () => prospects.filter((prospect) => campaign === undefined || prospect.campaign.id === campaign),
    [prospects, campaign],
  );
  return (
    <>
      <search className="flex flex-wrap items-center gap-2">
        <SearchFilter label="Campaign" name="campaign" choices={namedChoices(campaigns)} />
        <output className="ml-auto text-muted tabular-nums">
          {foundText(shown.length, prospects.length, "prospect")}
        </output>
      </search>
      {shown.length === 0 ? (
        <EmptyState title="No prospect matches">This campaign has no prospects.</EmptyState>
      ) : (
        <DataTable label="Prospects" rows={shown} columns={columns} rowId={({ id }) => id} />
      )}
    </>
  );
}
