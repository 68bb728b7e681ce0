"use client";

import { useQuery } from "@tanstack/react-query";
import { Activity } from "lucide";
import { useState } from "react";
import { periodOfDays } from "#lib/time/periodOfDays.ts";
import { useTimes } from "#components/time/TimeProvider.tsx";
import { EVERY_REQUEST, RequestFilters } from "./RequestFilters.tsx";
import { operationInWords } from "./operationWords.ts";
import type { ServiceCallView } from "#lib/contracts/settings.ts";
import { paths } from "#lib/paths.ts";
import { formatCount } from "#lib/text/counts.ts";
import { serviceCallsQuery } from "#lib/queries/settings.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { QueryPart } from "#components/shell/page/QueryPart.tsx";
import { Section } from "#components/shell/page/Section.tsx";
import { DateTime } from "#components/time/DateTime.tsx";
import { Badge } from "#components/ui/display/Badge.tsx";
import { EmptyState } from "#components/ui/feedback/EmptyState.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { StackCell, StackRow, StackTable } from "#components/ui/display/StackTable.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";

const COLUMNS = "grid-cols-[minmax(0,1fr)_max-content] md:grid-cols-[11.5rem_12rem_minmax(0,1fr)_5rem]";
const HEADS = [
  { text: "Time" },
  { text: "Request" },
  { text: "Outcome" },
  { text: "Duration", numeric: true },
];

/** The latest requests to the service in this environment, with their outcome. */
export function RequestLog() {
  const [choice, setChoice] = useState(EVERY_REQUEST);
  const { zone } = useTimes();
  const filter = given({ ...choice, ...periodOfDays(choice, zone) });
  const log = useQuery(serviceCallsQuery(useEnvironment(), filter));
  return (
    <Section title="Request log">
      <RequestFilters choice={choice} onChoose={setChoice} />
      <QueryPart
        query={log}
        failed="The request log couldn't be loaded"
        skeleton={<SkeletonRows rows={8} label="Loading the request log" />}
      >
        {({ calls }) => <Calls calls={calls} isFiltered={choice !== EVERY_REQUEST} />}
      </QueryPart>
    </Section>
  );
}

/** What is chosen, without what is not. */
function given(choice: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(choice).flatMap(([name, value]) =>
      value === undefined || value === "" ? [] : [[name, value]],
    ),
  );
}

function Calls({ calls, isFiltered }: { calls: readonly ServiceCallView[]; isFiltered: boolean }) {
  if (calls.length === 0) {
    return (
      <EmptyState icon={Activity} title={isFiltered ? "No requests found" : "No requests yet"}>
        {isFiltered
          ? "Choose another outcome, request or date range."
          : "Requests to the service appear here."}
      </EmptyState>
    );
  }
  return (
    <StackTable label="Request log" heads={HEADS} columns={COLUMNS}>
      {calls.map((call) => (
        <StackRow key={call.id} columns={COLUMNS}>
          <StackCell>
            <DateTime at={call.at} show="exact" className="text-[0.8125rem] text-ink-soft" />
          </StackCell>
          <StackCell className="max-md:col-span-2">
            <span className="min-w-0">
              {operationInWords(call.operation)}
              {call.attempt === null ? null : (
                <span className="text-ink-faint"> · attempt {formatCount(call.attempt)}</span>
              )}
              {call.order === null ? null : (
                <TextLink
                  translate="no"
                  href={paths.order(call.order)}
                  title={call.order}
                  className="block truncate font-mono text-xs font-normal"
                >
                  {call.order}
                </TextLink>
              )}
            </span>
          </StackCell>
          <StackCell className="max-md:col-span-2">
            <Outcome call={call} />
          </StackCell>
          <StackCell numeric className="text-ink-soft max-md:col-start-2 max-md:row-start-1">
            {formatCount(call.durationMs)} ms
          </StackCell>
        </StackRow>
      ))}
    </StackTable>
  );
}

function Outcome({ call }: { call: ServiceCallView }) {
  const status = call.statusCode === null ? "No answer" : String(call.statusCode);
  if (call.failure === null) return <Badge tone="done">{status}</Badge>;
  const tone = call.failure === "ambiguous" ? "unknown" : "refused";
  // The lines after the first are long: the shape of an answer that could not be read.
  const [message = "", ...more] = (call.message ?? call.failure.replaceAll("_", " ")).split("\n");
  return (
    <>
      <Badge tone={tone}>{status}</Badge>{" "}
      <span className="text-[0.8125rem] text-ink-soft wrap-anywhere">{message}</span>
      {more.length === 0 ? null : (
        <details className="text-[0.8125rem] text-ink-soft wrap-anywhere">
          <summary className="w-fit cursor-pointer text-accent-text">Details</summary>
          <p className="whitespace-pre-line">{more.join("\n")}</p>
        </details>
      )}
    </>
  );
}
