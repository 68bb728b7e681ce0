"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ANY_OTHER_CURRENCY, type SpendingLimit } from "#lib/contracts/team/limits.ts";
import type { MemberView } from "#lib/contracts/team/member.ts";
import { roleName } from "#lib/members/roleNames.ts";
import { approvalGap } from "#lib/members/approvers.ts";
import { limitsQuery } from "#lib/queries/team/limits.ts";
import { Amount } from "#components/money/Amount.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { useRoles } from "#components/shell/roles/useRoles.ts";
import { ENVIRONMENT_WORDS } from "#components/shell/environment/environments.ts";
import { QueryPart } from "#components/shell/page/QueryPart.tsx";
import { Section } from "#components/shell/page/Section.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { Banner } from "#components/ui/feedback/Banner.tsx";
import { StackCell, StackRow, StackTable } from "#components/ui/display/StackTable.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { LimitDialog } from "./LimitDialog.tsx";
import { WithValues } from "#components/ui/display/WithValues.tsx";

const HEADS = [
  { text: "For" },
  { text: "Currency" },
  { text: "Per order", numeric: true },
  { text: "Per day", numeric: true },
  { text: "Per month", numeric: true },
  { text: "Actions", hidden: true },
];
const COLUMNS = "md:grid-cols-[minmax(0,1fr)_5rem_8.5rem_8.5rem_8.5rem_4.5rem]";

/** What members may spend without another member's approval, and the actions to change it. */
export function SpendingLimits({ members }: { members: readonly MemberView[] }) {
  const environment = useEnvironment();
  const query = useQuery(limitsQuery(environment));
  const { data } = query;
  const gap = approvalGap(members, useRoles(), environment);
  const [edited, setEdited] = useState<SpendingLimit | "new" | null>(null);
  return (
    <div className="mt-10">
      <Section
        title="Spending limits"
        aside={<span className="text-ink-faint">{ENVIRONMENT_WORDS[environment].name}</span>}
        actions={
          <Button size="small" onClick={() => setEdited("new")}>
            Add limit
          </Button>
        }
      >
        <p className="max-w-3xl py-2 text-ink-soft">
          An order above a limit waits until another member approves it. A role&apos;s limit applies to each
          of its members separately; a member&apos;s own limits replace it. In a currency without a limit,
          every order of theirs needs approval; a limit for any other currency (*) replaces that. Days and
          months are in UTC.
        </p>
        {data !== undefined && data.limits.length > 0 && gap !== null ? (
          <Banner tone="partial" live="off" title="Some orders may never be approved">
            {gap}
          </Banner>
        ) : null}
        <QueryPart
          compact
          query={query}
          failed="The limits couldn't be loaded"
          skeleton={<SkeletonRows rows={2} label="Loading the limits" />}
        >
          {({ limits }) => <Limits limits={limits} onEdit={setEdited} />}
        </QueryPart>
      </Section>
      {edited === null ? null : (
        <LimitDialog
          known={edited === "new" ? null : edited}
          members={members}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  );
}

function Limits({
  limits,
  onEdit,
}: {
  limits: readonly SpendingLimit[];
  onEdit: (limit: SpendingLimit) => void;
}) {
  const roles = useRoles();
  const subjectOf = ({ subject, memberName }: SpendingLimit) =>
    "role" in subject
      ? `Role: ${roleName(subject.role, roles.find(({ id }) => id === subject.role)?.name ?? null)}`
      : (memberName ?? "A former member");
  if (limits.length === 0) return <p className="py-2">No limits yet. Orders need no approval.</p>;
  return (
    <StackTable label="Spending limits" heads={HEADS} columns={COLUMNS}>
      {limits.map((limit) => (
        <StackRow key={`${subjectOf(limit)} ${limit.currency}`} columns={COLUMNS}>
          <StackCell className="font-medium max-md:pe-16">
            <WithValues text={subjectOf(limit)} values={[limit.memberName]} />
          </StackCell>
          <StackCell label="Currency">
            {isForAnyOther(limit) ? "Any other" : <bdi translate="no">{limit.currency}</bdi>}
          </StackCell>
          <StackCell label="Per order" numeric>
            {amountOf(limit.perOrder, limit)}
          </StackCell>
          <StackCell label="Per day" numeric>
            {amountOf(limit.perDay, limit)}
          </StackCell>
          <StackCell label="Per month" numeric>
            {amountOf(limit.perMonth, limit)}
          </StackCell>
          <StackCell className="text-end max-md:absolute max-md:end-0 max-md:top-1.5">
            <Button
              size="small"
              aria-label={`Edit limits of ${subjectOf(limit)} in ${isForAnyOther(limit) ? "any other currency" : limit.currency}`}
              onClick={() => onEdit(limit)}
            >
              Edit
            </Button>
          </StackCell>
        </StackRow>
      ))}
    </StackTable>
  );
}

function isForAnyOther({ currency }: SpendingLimit): boolean {
  return currency === ANY_OTHER_CURRENCY;
}

function amountOf(minor: number | null, limit: SpendingLimit) {
  if (minor === null) return <span className="text-ink-faint">No limit</span>;
  return <Amount minor={minor} currency={isForAnyOther(limit) ? null : limit.currency} />;
}
