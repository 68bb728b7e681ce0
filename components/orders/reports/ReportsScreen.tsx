"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CalendarClock } from "lucide";
import { useState } from "react";
import type { Report } from "#lib/contracts/reports/reports.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { downloadReport, pauseReport, removeReport, reportsQuery } from "#lib/queries/reports.ts";
import { paths } from "#lib/paths.ts";
import { cutsInWords } from "#lib/reports/cutWords.ts";
import { REPORTS } from "#lib/reports/kinds.ts";
import { counted } from "#lib/text/counts.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { PageHeader } from "#components/shell/page/PageHeader.tsx";
import { QueryPart } from "#components/shell/page/QueryPart.tsx";
import { DateTime } from "#components/time/DateTime.tsx";
import { formatDay } from "#components/time/formats.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import { Badge } from "#components/ui/display/Badge.tsx";
import { downloadFile } from "#components/ui/downloadFile.ts";
import { EmptyState } from "#components/ui/feedback/EmptyState.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { toast } from "#components/ui/feedback/toast.ts";
import { closeDialog, loadedOnUse } from "#components/ui/overlays/loadedOnUse.tsx";

const AddReportDialog = loadedOnUse(
  async () => (await import("./AddReportDialog.tsx")).AddReportDialog,
  closeDialog,
);

/** What is made for the member again and again, with the files that were made. */
export function ReportsScreen() {
  const query = useQuery(reportsQuery(useEnvironment()));
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <PageHeader
        title="Reports"
        above={<TextLink href={paths.orders()}>Orders</TextLink>}
        description="Yours alone, made at their cuts by what you may see then. You get a notice of each, by mail too if you like; webhooks can be told as well. Files never contain codes."
        actions={
          <Button variant="primary" onClick={() => setAdding(true)}>
            Add report
          </Button>
        }
      />
      <QueryPart
        query={query}
        failed="The reports couldn't be loaded"
        skeleton={<SkeletonRows rows={4} label="Loading the reports" />}
      >
        {({ reports }) =>
          reports.length === 0 ? (
            <EmptyState icon={CalendarClock} title={<h2>No reports yet</h2>}>
              <p>
                A report is made every week or month: a statement, a view of the orders, or the stock, say.
              </p>
            </EmptyState>
          ) : (
            <ul aria-label="Reports">
              {reports.map((report) => (
                <ReportRow key={report.id} report={report} />
              ))}
            </ul>
          )
        }
      </QueryPart>
      {isAdding ? <AddReportDialog onClose={() => setAdding(false)} /> : null}
    </>
  );
}

function ReportRow({ report }: { report: Report }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (act: "pause" | "resume" | "remove") =>
      act === "remove"
        ? removeReport(environment, report.id)
        : pauseReport(environment, report.id, act === "pause"),
    onSuccess: (reports) => client.setQueryData(reportsQuery(environment).queryKey, reports),
    onError: (error) => toast(asProblem(error).detail, { tone: "refused" }),
  });
  const { label } = REPORTS[report.kind];
  const name = report.viewName === null ? label : `${label}, ${report.viewName}`;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-line py-3">
      <div className="min-w-0 grow basis-72">
        <h2 className="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
          <span>
            {label}
            {report.viewName === null ? null : (
              <>
                {": "}
                <bdi translate="no">{report.viewName}</bdi>
              </>
            )}
          </span>
          {report.paused ? <Badge tone="neutral">Paused</Badge> : null}
        </h2>
        <p className="text-ink-soft">{cutsInWords(report.cuts)}</p>
        {report.problem === null ? null : <p className="text-refused">{report.problem}</p>}
        {report.nextCutAt === null ? null : (
          <p className="text-[0.8125rem] text-ink-faint">
            Next cut: <DateTime at={report.nextCutAt} />
          </p>
        )}
        <Files report={report} name={name} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          disabled={change.isPending}
          aria-label={`${report.paused ? "Resume" : "Pause"} report ${name}`}
          onClick={() => change.mutate(report.paused ? "resume" : "pause")}
        >
          {report.paused ? "Resume" : "Pause"}
        </Button>
        <Button
          size="small"
          disabled={change.isPending}
          aria-label={`Remove report ${name}`}
          onClick={() => change.mutate("remove")}
        >
          Remove
        </Button>
      </div>
    </li>
  );
}

function Files({ report, name }: { report: Report; name: string }) {
  const environment = useEnvironment();
  async function download(day: string) {
    try {
      const answer = await downloadReport(environment, report.id, day);
      downloadFile(`codedesk-${report.kind}-${day}.csv`, await answer.blob());
    } catch (error) {
      toast(asProblem(error).detail, { tone: "refused" });
    }
  }
  if (report.files.length === 0) return <p className="text-[0.8125rem] text-ink-faint">None made yet.</p>;
  return (
    <ul aria-label={`Files of ${name}`} className="mt-2 flex flex-col gap-1">
      {report.files.map(({ day, from, cutAt, madeAt, rows }) => (
        <li key={day} className="flex flex-wrap items-center gap-x-2 text-[0.8125rem]">
          <Button
            size="small"
            aria-label={`Download ${name} of ${formatDay(day)}`}
            onClick={() => void download(day)}
          >
            {formatDay(day)}
          </Button>
          <span className="text-ink-soft">{counted(rows, "row", "rows")}</span>
          <span className="text-ink-faint">
            {REPORTS[report.kind].isOfPeriod ? (
              <>
                From <DateTime at={from} /> to <DateTime at={cutAt} />
              </>
            ) : (
              <>
                Cut <DateTime at={cutAt} />
              </>
            )}
            , made <DateTime at={madeAt} />
          </span>
        </li>
      ))}
    </ul>
  );
}
