"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { WebhookView } from "#lib/contracts/notices/webhooks.ts";
import { WEBHOOK_KINDS, webhookLabel } from "#lib/notices/kinds.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { changeWebhook, removeWebhook, sendToWebhook } from "#lib/queries/webhooks.ts";
import { counted } from "#lib/text/counts.ts";
import { DeleteDialog } from "#components/form/DeleteDialog.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { useStepUp } from "#components/shell/identity/useStepUp.tsx";
import { DateTime } from "#components/time/DateTime.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { Badge } from "#components/ui/display/Badge.tsx";
import { toast } from "#components/ui/feedback/toast.ts";
import { DeliveryLog } from "./DeliveryLog.tsx";

/** One webhook: what it is told of, what was sent to it, and its actions. */
export function WebhookPart({ webhook }: { webhook: WebhookView }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const stepUp = useStepUp();
  const [isRemoving, setRemoving] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const isPaused = webhook.pausedAt !== null;
  const test = useMutation({
    mutationFn: () => sendToWebhook(client, environment, webhook.id, null),
    onSuccess: ({ deliveries: [latest] }) => {
      setOpen(true);
      const error = latest?.attempts.at(-1)?.error ?? null;
      if (error === null) toast("The test arrived", { tone: "done" });
      else toast("The test did not arrive", { tone: "refused", detail: error });
    },
    onError: (error) => toast("Couldn't send a test", { tone: "refused", detail: asProblem(error).detail }),
  });
  const pause = useMutation({
    mutationFn: () => stepUp.run(() => changeWebhook(client, environment, webhook.id, { paused: !isPaused })),
    onError: (error) =>
      toast("Couldn't change the webhook", { tone: "refused", detail: asProblem(error).detail }),
  });
  const keep = useMutation({
    mutationFn: () => stepUp.run(() => changeWebhook(client, environment, webhook.id, { keep: true })),
    onError: (error) =>
      toast("Couldn't keep the webhook", { tone: "refused", detail: asProblem(error).detail }),
  });
  const remove = useMutation({
    mutationFn: () => stepUp.run(() => removeWebhook(client, environment, webhook.id)),
  });
  const { host } = new URL(webhook.url);
  return (
    <li aria-label={host} className="border-b border-line py-3">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-64">
          <p translate="no" className="font-mono text-[0.8125rem] wrap-anywhere">
            {webhook.url}
          </p>
          <p className="text-[0.8125rem] text-ink-faint">
            {isPaused ? <Badge tone="partial">Paused</Badge> : null} {kindsInWords(webhook)} Added by{" "}
            <bdi translate="no">{webhook.createdBy}</bdi> on <DateTime at={webhook.createdAt} show="date" />.
          </p>
          {webhook.orphan === null ? null : <Orphan {...webhook.orphan} />}
        </div>
        <div className="flex flex-wrap gap-2">
          {webhook.orphan === null || isPaused ? null : (
            <Button size="small" loading={keep.isPending} onClick={() => keep.mutate()}>
              Keep
            </Button>
          )}
          <Button size="small" loading={test.isPending} onClick={() => test.mutate()}>
            Send a test
          </Button>
          <Button size="small" loading={pause.isPending} onClick={() => pause.mutate()}>
            {isPaused ? "Resume" : "Pause"}
          </Button>
          <Button size="small" onClick={() => setRemoving(true)}>
            Delete
          </Button>
        </div>
      </div>
      <details className="mt-1" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="w-fit cursor-pointer text-[0.8125rem] text-accent-text">Delivery log</summary>
        {isOpen ? <DeliveryLog webhookId={webhook.id} /> : null}
      </details>
      {isRemoving ? (
        <DeleteDialog
          noun="webhook"
          name={host}
          consequence="No more messages are sent to it, and its delivery log is deleted."
          deleting={remove.isPending}
          submitError={remove.error === null ? null : asProblem(remove.error)}
          onDelete={() => remove.mutate()}
          onClose={() => setRemoving(false)}
        />
      ) : null}
      {stepUp.dialog}
    </li>
  );
}

/** Why somebody should decide about it, and until when. */
function Orphan({ name, pausesAt }: NonNullable<WebhookView["orphan"]>) {
  return (
    <p className="mt-1 text-[0.8125rem]">
      <Badge tone="partial">Nobody is responsible</Badge> <bdi translate="no">{name}</bdi>{" "}
      <span>can no longer set it up.</span>{" "}
      {pausesAt === null ? (
        <span>Resume it to take it over, or delete it.</span>
      ) : (
        <span>
          Keep it to take it over. Otherwise it is paused on <DateTime at={pausesAt} show="date" />.
        </span>
      )}
    </p>
  );
}

function kindsInWords({ kinds }: WebhookView): string {
  if (kinds.length === WEBHOOK_KINDS.length) return "Receives everything.";
  const [first] = kinds;
  if (first !== undefined && kinds.length === 1) return `Receives: ${webhookLabel(first)}.`;
  return `Receives ${counted(kinds.length, "kind of notice", "kinds of notices")}.`;
}
