"use client";

import { useMutation } from "@tanstack/react-query";
import { Download, ScrollText, ShieldCheck } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import type { AuditEntryView, AuditFilter } from "#lib/contracts/audit/audit.ts";
import { collapseRepeats } from "#lib/audit/collapseRepeats.ts";
import { exportAudit, verifyAudit } from "#lib/queries/audit.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { PageHeader } from "#components/shell/page/PageHeader.tsx";
import { ProblemState } from "#components/shell/page/ProblemState.tsx";
import { OlderButton } from "#components/shell/page/OlderButton.tsx";
import { QueryPart } from "#components/shell/page/QueryPart.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { downloadFile } from "#components/ui/downloadFile.ts";
import { EmptyState } from "#components/ui/feedback/EmptyState.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { AuditFilters, type AuditPerson } from "./AuditFilters.tsx";
import { AuditRow } from "./AuditRow.tsx";
import { RepeatedRow } from "./RepeatedRow.tsx";
import { Verification } from "./Verification.tsx";
import { useAuditSearch } from "./useAuditSearch.ts";

/** Who did what, the latest first. */
export function AuditLog({ people }: { people: readonly AuditPerson[] }) {
  const { choice, filter, log, choose } = useAuditSearch();
  return (
    <>
      <AuditHead filter={filter} />
      <AuditFilters
        choice={choice}
        people={people}
        actions={log.data?.pages[0]?.actions ?? []}
        onChoose={choose}
      />
      <QueryPart
        query={log}
        failed="The audit log couldn't be loaded"
        skeleton={<SkeletonRows rows={12} label="Loading the audit log" />}
      >
        {({ pages }) => <Records entries={pages.flatMap((page) => page.items)} />}
      </QueryPart>
      <OlderButton list={log} of="records" />
    </>
  );
}

/** The title, and the actions on the log as a whole. */
function AuditHead({ filter }: { filter: AuditFilter }) {
  const environment = useEnvironment();
  const verification = useMutation({ mutationFn: () => verifyAudit(environment) });
  const file = useMutation({
    mutationFn: () => exportAudit(environment, filter),
    onSuccess: (content) => downloadFile("audit-log.csv", content, "text/csv"),
  });
  const failed = verification.error ?? file.error;
  return (
    <>
      <PageHeader
        title="Audit log"
        description="All activity in both environments. Read-only."
        actions={
          <>
            <Button loading={file.isPending} onClick={() => file.mutate()}>
              <Icon shape={Download} className="size-4" />
              Export CSV
            </Button>
            <Button loading={verification.isPending} onClick={() => verification.mutate()}>
              <Icon shape={ShieldCheck} className="size-4" />
              Verify audit log
            </Button>
          </>
        }
      />
      <div className="flex flex-col gap-3 empty:hidden [&:not(:empty)]:mb-4">
        {failed ? <ProblemState title="That didn't work" error={failed} /> : null}
        {verification.data ? <Verification result={verification.data} /> : null}
      </div>
    </>
  );
}

function Records({ entries }: { entries: readonly AuditEntryView[] }) {
  if (entries.length === 0) {
    return (
      <EmptyState icon={ScrollText} title="No records found">
        Choose another member, action or date range.
      </EmptyState>
    );
  }
  return (
    <ul aria-label="Audit records" className="border-t border-line">
      {collapseRepeats(entries).map((repeats) =>
        repeats.length === 1 ? (
          <AuditRow key={repeats[0].id} entry={repeats[0]} />
        ) : (
          <RepeatedRow key={repeats[0].id} entries={repeats} />
        ),
      )}
    </ul>
  );
}
