"use client";

import { useQuery } from "@tanstack/react-query";
import { Webhook } from "lucide";
import { useState } from "react";
import type { Webhooks as WebhooksData, WebhookWithSecret } from "#lib/contracts/notices/webhooks.ts";
import { webhooksQuery } from "#lib/queries/webhooks.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { QueryPart } from "#components/shell/page/QueryPart.tsx";
import { Section } from "#components/shell/page/Section.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { EmptyState } from "#components/ui/feedback/EmptyState.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { ShownOnceDialog } from "#components/ui/overlays/ShownOnceDialog.tsx";
import { AddWebhookDialog } from "./AddWebhookDialog.tsx";
import { WebhookPart } from "./WebhookPart.tsx";

/** For administrators: addresses of other programs that are told of what happens in this environment. */
export function Webhooks() {
  const query = useQuery(webhooksQuery(useEnvironment()));
  const { data } = query;
  const [isAdding, setAdding] = useState(false);
  const [added, setAdded] = useState<WebhookWithSecret | null>(null);
  return (
    <Section
      title="Webhooks"
      actions={
        <Button size="small" disabled={data === undefined} onClick={() => setAdding(true)}>
          Add webhook
        </Button>
      }
    >
      <QueryPart
        query={query}
        failed="The webhooks couldn't be loaded"
        skeleton={<SkeletonRows rows={3} label="Loading the webhooks" />}
      >
        {(read) => <Listed data={read} />}
      </QueryPart>
      {data && isAdding ? (
        <AddWebhookDialog
          kinds={data.kinds}
          onClose={() => setAdding(false)}
          onAdded={(webhook) => {
            setAdding(false);
            setAdded(webhook);
          }}
        />
      ) : null}
      {/* The secret is stored encrypted. */}
      <ShownOnceDialog
        text={added?.secret ?? null}
        onClose={() => setAdded(null)}
        title="Secret of the webhook"
        description="Copy it now: it won't be shown again. The receiver uses it to verify that messages come from Codedesk."
        copyLabel="Copy secret"
      />
    </Section>
  );
}

function Listed({ data: { webhooks } }: { data: WebhooksData }) {
  if (webhooks.length === 0) {
    return (
      <EmptyState icon={Webhook} title="No webhooks yet">
        Add the address of a program of yours that should learn what happens to orders. Messages are signed as
        Standard Webhooks specifies, and contain no codes, keys or amounts.
      </EmptyState>
    );
  }
  return (
    <ul aria-label="Webhooks" className="flex flex-col">
      {webhooks.map((webhook) => (
        <WebhookPart key={webhook.id} webhook={webhook} />
      ))}
    </ul>
  );
}
