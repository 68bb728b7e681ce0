"use client";

import { useQuery } from "@tanstack/react-query";
import { Activity } from "lucide-react";
import type { ServiceCallView } from "#lib/contracts/settings.ts";
import { paths } from "#lib/paths.ts";
import { serviceCallsQuery } from "#lib/queries/settings.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { ProblemState } from "#components/shell/page/ProblemState.tsx";
import { Section } from "#components/shell/page/Section.tsx";
import { DateTime } from "#components/time/DateTime.tsx";
import { Badge } from "#components/ui/display/Badge.tsx";
import { EmptyState } from "#components/ui/feedback/EmptyState.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { Cell, HeadCell, Row, Table, TableHead } from "#components/ui/display/Table.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";

/** The latest requests to the service in this environment, with their outcome. */
export function RequestLog() {
  const log = useQuery(serviceCallsQuery(useEnvironment()));
  return (
    <Section title="Request log">
      {log.data ? (
        <Calls calls={log.data.calls} />
      ) : log.isError ? (
        <ProblemState
          title="The request log couldn't be loaded"
          error={log.error}
          onRetry={() => void log.refetch()}
          retrying={log.isFetching}
        />
      ) : (
        <SkeletonRows rows={8} label="Loading the request log" />
      )}
    </Section>
  );
}

function Calls({ calls }: { calls: readonly ServiceCallView[] }) {
  if (calls.length === 0) {
    return (
      <EmptyState icon={Activity} title="No requests yet">
        Requests to the service appear here.
      </EmptyState>
    );
  }
  return (
    <Table label="Request log">
      <TableHead>
        <HeadCell>Time</HeadCell>
        <HeadCell>Request</HeadCell>
        <HeadCell>Outcome</HeadCell>
        <HeadCell>Order</HeadCell>
        <HeadCell numeric>Duration</HeadCell>
      </TableHead>
      <tbody>
        {calls.map((call) => (
          <Row key={call.id}>
            <Cell className="whitespace-nowrap">
              <DateTime at={call.at} show="exact" />
            </Cell>
            <Cell>
              {call.operation}
              {call.attempt === null ? null : (
                <span className="text-ink-faint"> · attempt {call.attempt}</span>
              )}
            </Cell>
            <Cell>
              <Outcome call={call} />
            </Cell>
            <Cell>
              {call.order === null ? null : (
                <TextLink href={paths.order(call.order)} className="font-mono text-[0.8125rem]">
                  {call.order}
                </TextLink>
              )}
            </Cell>
            <Cell numeric>{call.durationMs} ms</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function Outcome({ call }: { call: ServiceCallView }) {
  const status = call.statusCode === null ? "No answer" : String(call.statusCode);
  if (call.failure === null) return <Badge tone="done">{status}</Badge>;
  const tone = call.failure === "ambiguous" ? "unknown" : "refused";
  return (
    <>
      <Badge tone={tone}>{status}</Badge>{" "}
      <span className="text-[0.8125rem] text-ink-soft wrap-anywhere">
        {call.message ?? call.failure.replaceAll("_", " ")}
      </span>
    </>
  );
}
