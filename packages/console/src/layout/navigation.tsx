import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useConnection } from "../connection/connection.ts";
import { chooseOrganization } from "../connection/organization.ts";
import { useRules } from "../data/queries.ts";
import { FilterSelect, namedChoices } from "../ui/choice.tsx";
import { countText } from "../ui/format.ts";
import { Badge } from "../ui/status.tsx";
import { analysisPlaces, fakePlaces, type Place } from "./sections.ts";

/** The name of the application, and whether a server has the fake or the page itself. */
export function Brand() {
  const { kind } = useConnection();
  return (
    <div className="flex items-center gap-2">
      <svg viewBox="0 0 32 32" className="size-7 shrink-0" aria-hidden>
        <rect width="32" height="32" rx="8" className="fill-accent" />
        <path
          d="M8 17v-2m4 6V11m4 13V8m4 12v-8m4 5v-2"
          className="stroke-on-accent"
          strokeWidth="2.4"
          strokeLinecap="round"
        />
      </svg>
      <span className="font-semibold tracking-tight whitespace-nowrap">Call Analysis</span>
      <Badge tone="accent">{kind}</Badge>
    </div>
  );
}

/** All places, in their groups. */
export function Places({ onNavigate }: { onNavigate?: () => void }) {
  return (
    <nav aria-label="Pages" className="flex flex-col gap-0.5" onClickCapture={onNavigate}>
      {analysisPlaces.map((place) => (
        <PlaceLink key={place.to} place={place} />
      ))}
      <p className="mt-4 mb-1 px-2.5 text-xs font-medium text-muted">Fake</p>
      {fakePlaces.map((place) => (
        <PlaceLink key={place.to} place={place}>
          {place.to === "/fake/rules" && <RuleCount />}
        </PlaceLink>
      ))}
    </nav>
  );
}

/** How many rules are on: who sees a request fail should not have to guess why. */
export function RuleCount() {
  const count = useRules().data?.filter(({ enabled }) => enabled).length ?? 0;
  return (
    count > 0 && (
      <span title={countText(count, "rule is on", "rules are on")}>
        <Badge tone="warn">{count}</Badge>
      </span>
    )
  );
}

function PlaceLink({ place: { to, label, icon: Icon }, children }: { place: Place; children?: ReactNode }) {
  return (
    <Link
      to={to}
      className="flex h-8 items-center gap-2.5 rounded-md px-2.5 text-muted transition-colors hover:bg-ink/5 hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent"
    >
      <Icon size={16} aria-hidden />
      <span className="flex-1">{label}</span>
      {children}
    </Link>
  );
}

/** Chooses the organization, where the fake has several. */
export function OrganizationChoice() {
  const { organization, organizations } = useConnection();
  const queries = useQueryClient();
  if (organizations.length < 2) return null;
  const choose = (id: string) => {
    if (id === "") return;
    chooseOrganization(id);
    void queries.refetchQueries({ queryKey: ["connection"] });
  };
  const choices = namedChoices(organizations);
  return <FilterSelect label="Organization" choices={choices} value={organization.id} onChange={choose} />;
}
