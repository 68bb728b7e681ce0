"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Cover, CoverView } from "#lib/contracts/team/cover.ts";
import { coverQuery, endCover } from "#lib/queries/team/cover.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { dayInWords } from "#lib/time/dayInWords.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { QueryPart } from "#components/shell/page/QueryPart.tsx";
import { Section } from "#components/shell/page/Section.tsx";
import { useViewer } from "#components/shell/viewer/ViewerProvider.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { StackCell, StackRow, StackTable } from "#components/ui/display/StackTable.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { toast } from "#components/ui/feedback/toast.ts";
import { NameDeputyDialog } from "./NameDeputyDialog.tsx";

const HEADS = [
  { text: "Away" },
  { text: "Deputy" },
  { text: "Days (UTC)" },
  { text: "Actions", hidden: true },
];
const COLUMNS = "md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_15rem_5.5rem]";

/** Who stands in for whom. `forTeam`: for whoever manages the team, who names deputies for others; otherwise one's own. */
export function Deputies({ forTeam = false }: { forTeam?: boolean }) {
  const query = useQuery(coverQuery(useEnvironment()));
  const [isNaming, setIsNaming] = useState(false);
  const { data } = query;
  return (
    <>
      <Section
        title="Deputies"
        actions={
          <Button size="small" disabled={data === undefined} onClick={() => setIsNaming(true)}>
            Name deputy
          </Button>
        }
      >
        <p className="max-w-3xl py-2 text-ink-soft">
          A deputy approves orders or releases codes for a member who is away, as far as both may do that.
          Nobody decides on what they ask for themselves, nor on what somebody asks for whom they stand in.
        </p>
        <QueryPart
          compact
          query={query}
          failed="The deputies couldn't be loaded"
          skeleton={<SkeletonRows rows={1} label="Loading the deputies" />}
        >
          {(view) => <Covers view={view} forTeam={forTeam} />}
        </QueryPart>
      </Section>
      {isNaming && data !== undefined ? (
        <NameDeputyDialog people={data.people} forTeam={forTeam} onClose={() => setIsNaming(false)} />
      ) : null}
    </>
  );
}

function Covers({ view, forTeam }: { view: CoverView; forTeam: boolean }) {
  const viewer = useViewer();
  const shown = view.covers.filter(
    ({ member, deputy }) => forTeam || member.id === viewer.id || deputy.id === viewer.id,
  );
  if (shown.length === 0)
    return <p className="py-2">{forTeam ? "Nobody has a deputy." : "You have no deputy, and are none."}</p>;
  return (
    <StackTable label="Deputies" heads={HEADS} columns={COLUMNS}>
      {shown.map((cover) => (
        <CoverRow key={cover.id} cover={cover} />
      ))}
    </StackTable>
  );
}

function CoverRow({ cover }: { cover: Cover }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: () => endCover(environment, cover.id),
    onSuccess: (view) => {
      client.setQueryData(coverQuery(environment).queryKey, view);
      toast("Cover ended.", { tone: "done" });
    },
  });
  const { member, deputy, from, to, isNow } = cover;
  return (
    <StackRow columns={COLUMNS}>
      <StackCell className="font-medium max-md:pe-20">
        <bdi translate="no">{member.name}</bdi>
      </StackCell>
      <StackCell label="Deputy">
        <bdi translate="no">{deputy.name}</bdi>
      </StackCell>
      <StackCell label="Days (UTC)">
        {isNow ? `Now, until ${dayInWords(to)}` : `${dayInWords(from)} to ${dayInWords(to)}`}
        {end.error ? (
          <span role="alert" className="block text-[0.8125rem] text-refused">
            {asProblem(end.error).detail}
          </span>
        ) : null}
      </StackCell>
      <StackCell className="text-end max-md:absolute max-md:end-0 max-md:top-1.5">
        <Button
          size="small"
          loading={end.isPending}
          aria-label={`End the cover of ${member.name} by ${deputy.name}`}
          onClick={() => end.mutate()}
        >
          End
        </Button>
      </StackCell>
    </StackRow>
  );
}
