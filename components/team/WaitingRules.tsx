"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ApprovalSettings } from "#lib/contracts/orders/approvals.ts";
import type { MemberView } from "#lib/contracts/team/member.ts";
import { approvalSettingsQuery } from "#lib/queries/orders/approvals.ts";
import { counted } from "#lib/text/counts.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { ENVIRONMENT_WORDS } from "#components/shell/environment/environments.ts";
import { QueryPart } from "#components/shell/page/QueryPart.tsx";
import { Section } from "#components/shell/page/Section.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { WithValues } from "#components/ui/display/WithValues.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { WaitingRulesDialog } from "./WaitingRulesDialog.tsx";

/** What happens to orders that wait long for approval. */
export function WaitingRules({ members }: { members: readonly MemberView[] }) {
  const environment = useEnvironment();
  const query = useQuery(approvalSettingsQuery(environment));
  const [isEdited, setEdited] = useState(false);
  const { data } = query;
  return (
    <div className="mt-10">
      <Section
        title="Orders that wait for approval"
        aside={<span className="text-ink-faint">{ENVIRONMENT_WORDS[environment].name}</span>}
        actions={
          <Button size="small" disabled={data === undefined} onClick={() => setEdited(true)}>
            Change rules
          </Button>
        }
      >
        <QueryPart
          compact
          query={query}
          failed="The rules couldn't be loaded"
          skeleton={<SkeletonRows rows={1} label="Loading the rules" />}
        >
          {(settings) => <Rules settings={settings} members={members} />}
        </QueryPart>
      </Section>
      {isEdited && data !== undefined ? (
        <WaitingRulesDialog settings={data} members={members} onClose={() => setEdited(false)} />
      ) : null}
    </div>
  );
}

function Rules({ settings, members }: { settings: ApprovalSettings; members: readonly MemberView[] }) {
  const { remindAfter, passOnAfter, lapseAfter, nextApprovers } = settings;
  const names = nextApprovers.map((id) => members.find((each) => each.id === id)?.name ?? "a former member");
  const to = names.length === 0 ? "the approvers who manage the team" : names.join(", ");
  const sentences = [
    remindAfter === null ? "Nobody is reminded." : `After ${hours(remindAfter)}, approvers are reminded.`,
    ...(passOnAfter === null ? [] : [`After ${hours(passOnAfter)}, they are passed on to ${to}.`]),
    lapseAfter === null
      ? "They wait until somebody decides."
      : `After ${hours(lapseAfter)}, they lapse: they are declined and never sent.`,
  ];
  return (
    <p className="max-w-3xl py-2 text-ink-soft">
      <WithValues text={sentences.join(" ")} values={names} />
    </p>
  );
}

function hours(count: number): string {
  return counted(count, "hour", "hours");
}
