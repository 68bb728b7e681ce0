"use client";

import { counted, formatCount } from "#lib/text/counts.ts";
import { SECOND } from "#lib/time/instant.ts";
import { Section } from "#components/shell/page/Section.tsx";
import { useNow } from "#components/time/useNow.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { StackTable } from "#components/ui/display/StackTable.tsx";
import { downloadFile } from "#components/ui/downloadFile.ts";
import { Banner } from "#components/ui/feedback/Banner.tsx";
import { RESULT_COLUMNS, ResultRow } from "./ResultRow.tsx";
import { isOpen, type LookUp } from "./useLookUp.ts";
import { ProgressBar } from "#components/ui/display/ProgressBar.tsx";
import { tellNotLoaded } from "#components/ui/feedback/notLoaded.ts";

const HEADS = [{ text: "Looked up" }, { text: "Order" }, { text: "State" }, { text: "Total", numeric: true }];

/** The answers, in the order in which the references were typed, as they arrive. */
export function LookUpResults({ lookUp }: { lookUp: LookUp }) {
  const { rows, isRunning, problem, resume, cancel, replace } = lookUp;
  if (rows.length === 0) return null;
  const open = rows.filter(isOpen).length;
  const found = rows.filter(({ answer }) => answer?.outcome === "found").length;
  const suggested = new Map(
    rows.flatMap(({ reference, answer }) => {
      const [only, ...others] = answer?.suggestions ?? [];
      return only === undefined || others.length > 0 ? [] : [[reference, only.reference] as const];
    }),
  );
  return (
    <Section
      title="Results"
      aside={
        <span role="status" className="text-ink-faint tabular-nums">
          {isRunning
            ? `${formatCount(rows.length - open)} of ${formatCount(rows.length)} looked up`
            : `${formatCount(found)} of ${counted(rows.length, "order", "orders")} found`}
        </span>
      }
      actions={
        <>
          {suggested.size > 1 && !isRunning ? (
            <Button size="small" onClick={() => replace(suggested)}>
              Use all {formatCount(suggested.size)} suggestions
            </Button>
          ) : null}
          {isRunning ? (
            <Button size="small" onClick={cancel}>
              Cancel
            </Button>
          ) : open > 0 ? (
            <Button size="small" onClick={resume}>
              Look up the remaining {formatCount(open)}
            </Button>
          ) : null}
          <Button size="small" onClick={() => void download(lookUp)}>
            Download CSV
          </Button>
        </>
      }
    >
      {isRunning ? <Progress lookUp={lookUp} done={rows.length - open} /> : null}
      {problem ? (
        <Banner tone="refused" title="The look-up stopped" className="my-3">
          {problem.detail}
        </Banner>
      ) : null}
      <StackTable label="Results of the look-up" heads={HEADS} columns={RESULT_COLUMNS}>
        {rows.map((row) => (
          <ResultRow key={row.reference} row={row} isRunning={isRunning} onReplace={replace} />
        ))}
      </StackTable>
    </Section>
  );
}

function Progress({ lookUp: { rows, waitingUntil }, done }: { lookUp: LookUp; done: number }) {
  const now = useNow(SECOND);
  const seconds = waitingUntil === null ? 0 : Math.max(1, Math.ceil((waitingUntil - now) / SECOND));
  return (
    <div className="flex flex-col gap-1.5 py-3">
      <ProgressBar label="Looked up" value={done} max={rows.length} />
      <p className="min-h-5 text-[0.8125rem] text-ink-soft tabular-nums">
        {seconds > 0
          ? `The service limits how often it is asked. Continues in ${seconds} s.`
          : "Looking up what is not in Codedesk at the service…"}
      </p>
    </div>
  );
}

/** Loads the code that writes CSV when it is needed. */
async function download({ rows }: LookUp): Promise<void> {
  try {
    const { lookUpFile } = await import("./lookUpCsv.ts");
    downloadFile("order-look-up.csv", lookUpFile(rows), "text/csv;charset=utf-8");
  } catch {
    tellNotLoaded("Couldn't download the results");
  }
}
