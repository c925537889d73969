/** Adds people to campaigns: one, or many from a CSV. */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { type Connection, useConnection } from "../../connection/connection.ts";
import { campaignsQuery } from "../../data/queries.ts";
import { Button } from "../../ui/button.tsx";
import { ChoiceField } from "../../ui/choice-field.tsx";
import { TextField } from "../../ui/form-fields.tsx";
import { EmptyState, Page } from "../../ui/page.tsx";
import { Loaded } from "../../ui/query-states.tsx";
import { CsvPanel } from "./csv-panel.tsx";
import { ProspectForm } from "./prospect-form.tsx";

const route = getRouteApi("/campaigns");

/** The page. */
export function CampaignsPage() {
  const connection = useConnection();
  const { campaign } = route.useSearch();
  const navigate = route.useNavigate();
  const choose = (id: string | null) => void navigate({ search: id ? { campaign: id } : {}, replace: true });
  return (
    <Page title="Campaigns" description="Adds prospects to a campaign. The service has no operation to list them.">
      {connection.control ? (
        <KnownCampaigns connection={connection} campaign={campaign} onChoose={choose} />
      ) : (
        <>
          <CampaignId key={campaign} campaign={campaign} onChoose={choose} />
          {campaign && <Prospects campaignId={campaign} />}
        </>
      )}
    </Page>
  );
}

interface ChoiceProps {
  campaign: string | undefined;
  onChoose: (id: string | null) => void;
}

/** The campaigns that the fake has. */
function KnownCampaigns({ connection, campaign, onChoose }: ChoiceProps & { connection: Connection }) {
  const campaigns = useQuery(campaignsQuery(connection));
  return (
    <Loaded query={campaigns}>
      {(known) => {
        const chosen = campaign ?? (known.length === 1 ? known[0]?.id : undefined);
        if (known.length === 0 && !chosen)
          return (
            <EmptyState title="No campaigns yet" command={seedCommand(connection)}>
              No operation of the service creates a campaign. The fake takes one as seed data.
            </EmptyState>
          );
        const choices = known.map(({ id, name }) => ({ value: id, label: name, hint: id }));
        const other = chosen && !known.some(({ id }) => id === chosen) ? [{ value: chosen, label: chosen }] : [];
        return (
          <>
            <div className="max-w-md">
              <ChoiceField
                label="Campaign"
                placeholder="Choose a campaign"
                choices={[...other, ...choices]}
                value={chosen ?? null}
                onChange={onChoose}
              />
            </div>
            {chosen && <Prospects campaignId={chosen} />}
          </>
        );
      }}
    </Loaded>
  );
}

function seedCommand({ control, organization }: Connection): string {
  const body = { organization: organization.name, campaigns: [{ id: "spring", name: "Spring" }] };
  return `curl -X POST ${control?.url}/seed -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`;
}

/** The real service lists no campaigns: they are named by their id. */
function CampaignId({ campaign, onChoose }: ChoiceProps) {
  const [text, setText] = useState(campaign ?? "");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onChoose(text.trim() || null);
      }}
      className="flex max-w-md items-end gap-2"
    >
      <div className="min-w-0 flex-1">
        <TextField label="Campaign id" required value={text} onChange={setText} />
      </div>
      <Button type="submit" variant={campaign ? "secondary" : "primary"} className="h-9">
        Use it
      </Button>
    </form>
  );
}

function Prospects({ campaignId }: { campaignId: string }) {
  return (
    <div className="grid min-w-0 items-start gap-4 xl:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
      <ProspectForm key={campaignId} campaignId={campaignId} />
      <CsvPanel campaignId={campaignId} />
    </div>
  );
}
