"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ShieldAlert } from "lucide";
import { useState } from "react";
import { CLAIMS } from "#lib/claims/states.ts";
import type { Claim, ClaimsQuery } from "#lib/contracts/claims/claims.ts";
import { CLAIM_DUES, CLAIM_STATES, MOST_CLAIMS } from "#lib/contracts/claims/claimStates.ts";
import { claimsQuery } from "#lib/queries/claims.ts";
import { paths } from "#lib/paths.ts";
import { formatCount } from "#lib/text/counts.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { PageHeader } from "#components/shell/page/PageHeader.tsx";
import { QueryPart } from "#components/shell/page/QueryPart.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import { EmptyState } from "#components/ui/feedback/EmptyState.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { Select } from "#components/ui/inputs/Select.tsx";
import { closeDialog, loadedOnUse } from "#components/ui/overlays/loadedOnUse.tsx";
import { ClaimRow } from "./ClaimRow.tsx";
import { ClaimTermsPart } from "./ClaimTermsPart.tsx";
import type { Move } from "./MoveDialog.tsx";

const MoveDialog = loadedOnUse(async () => (await import("./MoveDialog.tsx")).MoveDialog, closeDialog);

const STATES = [
  { value: "", label: "All states" },
  ...CLAIM_STATES.map((value) => ({ value, label: CLAIMS[value].label })),
];
const DUES = [
  { value: "", label: "Any term" },
  { value: "overdue", label: "Overdue" },
  { value: "soon", label: "Overdue or due soon" },
];

/** The register of codes that do not work. Shows no code. */
export function ClaimsScreen() {
  const [filter, setFilter] = useState<ClaimsQuery>({});
  const query = useQuery({
    ...claimsQuery(useEnvironment(), filter),
    placeholderData: keepPreviousData,
  });
  const [moved, setMoved] = useState<Move | null>(null);
  return (
    <>
      <PageHeader
        title="Claims"
        above={<TextLink href={paths.lookUp()}>Look up</TextLink>}
        description="Codes that don't work, as your team has noted them. The service has no way to be told: send claims to the supplier yourself."
      />
      <Filters filter={filter} onFilter={setFilter} />
      <QueryPart
        query={query}
        failed="The claims couldn't be loaded"
        skeleton={<SkeletonRows rows={5} label="Loading the claims" />}
      >
        {({ items, hasMore, terms }) => (
          <>
            <ClaimTermsPart terms={terms} />
            <List items={items} isFiltered={Object.keys(filter).length > 0} onMove={setMoved} />
            {hasMore ? (
              <p className="pt-3 text-ink-soft">
                Only the latest {formatCount(MOST_CLAIMS)} are listed. Choose a state to see others.
              </p>
            ) : null}
          </>
        )}
      </QueryPart>
      {moved === null ? null : <MoveDialog move={moved} onClose={() => setMoved(null)} />}
    </>
  );
}

function Filters({ filter, onFilter }: { filter: ClaimsQuery; onFilter: (filter: ClaimsQuery) => void }) {
  return (
    <div className="mb-3 flex flex-wrap gap-2">
      <span className="w-40">
        <Select
          aria-label="State"
          options={STATES}
          value={filter.state ?? ""}
          onChange={({ target: { value } }) => {
            const { state: _, ...rest } = filter;
            const state = CLAIM_STATES.find((each) => each === value);
            onFilter(state === undefined ? rest : { ...rest, state });
          }}
        />
      </span>
      <span className="w-52">
        <Select
          aria-label="Term"
          options={DUES}
          value={filter.due ?? ""}
          onChange={({ target: { value } }) => {
            const { due: _, ...rest } = filter;
            const due = CLAIM_DUES.find((each) => each === value);
            onFilter(due === undefined ? rest : { ...rest, due });
          }}
        />
      </span>
    </div>
  );
}

function List({
  items,
  isFiltered,
  onMove,
}: {
  items: readonly Claim[];
  isFiltered: boolean;
  onMove: (move: Move) => void;
}) {
  if (items.length > 0) {
    return (
      <ul aria-label="Claims">
        {items.map((claim) => (
          <ClaimRow key={claim.id} claim={claim} onMove={(to) => onMove({ claim, to })} />
        ))}
      </ul>
    );
  }
  return isFiltered ? (
    <p className="py-2 text-ink-soft">No claim is like this. Choose another state or term.</p>
  ) : (
    <EmptyState icon={ShieldAlert} title={<h2>No claims yet</h2>}>
      <p>Look up a code, or reveal the codes of an order, and choose “Doesn&apos;t work”.</p>
    </EmptyState>
  );
}
