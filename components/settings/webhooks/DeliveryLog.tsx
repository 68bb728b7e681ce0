"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { DeliveryView } from "#lib/contracts/notices/webhooks.ts";
import { webhookLabel } from "#lib/notices/kinds.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { deliveriesQuery, sendToWebhook } from "#lib/queries/webhooks.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { ProblemState } from "#components/shell/page/ProblemState.tsx";
import { DateTime } from "#components/time/DateTime.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { Badge } from "#components/ui/display/Badge.tsx";
import { StackCell, StackNote, StackRow, StackTable } from "#components/ui/display/StackTable.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { toast } from "#components/ui/feedback/toast.ts";

const COLUMNS = "md:grid-cols-[9.75rem_minmax(0,1fr)_minmax(0,1.5fr)_5.5rem]";
const HEADS = [{ text: "Time" }, { text: "Message" }, { text: "Outcome" }, { text: "Actions", hidden: true }];
const STATES = {
  delivered: { word: "Delivered", tone: "done" },
  waiting: { word: "Trying again", tone: "processing" },
  failed: { word: "Not delivered", tone: "refused" },
} as const;

/** The latest messages of a webhook, each with its result. */
export function DeliveryLog({ webhookId }: { webhookId: string }) {
  const log = useQuery(deliveriesQuery(useEnvironment(), webhookId));
  if (log.isError) {
    return (
      <ProblemState
        compact
        title="The delivery log couldn't be loaded"
        error={log.error}
        onRetry={() => void log.refetch()}
        retrying={log.isFetching}
      />
    );
  }
  if (log.data === undefined) return <SkeletonRows rows={2} label="Loading the delivery log" />;
  if (log.data.deliveries.length === 0) {
    return <p className="pt-2 text-[0.8125rem] text-ink-faint">Nothing has been sent yet. Send a test.</p>;
  }
  return (
    <StackTable
      label="Delivery log"
      heads={HEADS}
      columns={COLUMNS}
      sticky={false}
      // The surrounding webhook draws the last line itself.
      className="[&>[role=rowgroup]>[role=row]:last-child]:border-b-0"
    >
      {log.data.deliveries.map((delivery) => (
        <Delivery key={delivery.id} webhookId={webhookId} delivery={delivery} />
      ))}
    </StackTable>
  );
}

function Delivery({ webhookId, delivery }: { webhookId: string; delivery: DeliveryView }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const resend = useMutation({
    mutationFn: () => sendToWebhook(client, environment, webhookId, delivery.id),
    onError: (error) => toast("Couldn't resend it", { tone: "refused", detail: asProblem(error).detail }),
  });
  const { word, tone } = STATES[delivery.state];
  const name = delivery.kind === null ? "Test" : webhookLabel(delivery.kind);
  const last = delivery.attempts.at(-1);
  return (
    <StackRow columns={COLUMNS}>
      <StackCell>
        <DateTime at={delivery.createdAt} className="text-[0.8125rem] text-ink-soft" />
      </StackCell>
      <StackCell>{name}</StackCell>
      <StackCell>
        <Badge tone={tone}>{word}</Badge>{" "}
        <span className="text-[0.8125rem] wrap-anywhere text-ink-soft">
          {last === undefined
            ? "Not sent yet"
            : (last.error ?? `${String(last.statusCode)} after ${formatCount(last.durationMs)} ms`)}
          {delivery.attempts.length > 1
            ? ` · ${counted(delivery.attempts.length, "attempt", "attempts")}`
            : ""}
        </span>
      </StackCell>
      <StackCell className="md:text-end">
        <Button
          size="small"
          variant="quiet"
          loading={resend.isPending}
          onClick={() => resend.mutate()}
          aria-label={`Resend ${name}`}
        >
          Resend
        </Button>
      </StackCell>
      <StackNote>
        <details className="text-[0.8125rem] text-ink-soft">
          <summary className="w-fit cursor-pointer text-accent-text">Message</summary>
          <pre
            translate="no"
            className="overflow-x-auto rounded-md bg-surface p-2 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
          >
            {delivery.body}
          </pre>
        </details>
      </StackNote>
    </StackRow>
  );
}
