"use client";

import { useState } from "react";
import { formatAmount, sumMinor, multiplyMinor } from "#lib/money/minorUnits.ts";
import { paths } from "#lib/paths.ts";
import { counted } from "#lib/text/counts.ts";
import { Banner } from "#components/ui/feedback/Banner.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { LinkButton } from "#components/ui/actions/LinkButton.tsx";
import { OnItsWay } from "./OnItsWay.tsx";
import { StopCheckingDialog } from "./StopCheckingDialog.tsx";
import type { Sending } from "./placeRequest.ts";
import type { SendState } from "./useSend.ts";
import { WithAmounts } from "#components/money/WithAmounts.tsx";

/** An order was sent from here without an answer: shown until its outcome is known. */
export function UnfinishedSend({
  state,
  onAsk,
  dismiss,
}: {
  state: SendState;
  onAsk: (sending: Sending) => void;
  dismiss: () => void;
}) {
  const [isAsking, setAsking] = useState(false);
  if (state.kind === "placed") {
    return <OnItsWay className="mb-4" />;
  }
  if (state.kind !== "unknown" && state.kind !== "sending") return null;
  const busy = state.kind === "sending";
  return (
    <Banner
      tone="unknown"
      className="mb-4"
      title="Outcome unknown: an order was sent from here and we got no answer."
      actions={
        <>
          <Button
            size="small"
            variant="primary"
            loading={busy}
            onClick={state.kind === "unknown" ? () => onAsk(state.sending) : undefined}
          >
            Check outcome
          </Button>
          <LinkButton size="small" href={paths.orders()}>
            View orders
          </LinkButton>
          <Button size="small" variant="quiet" disabled={busy} onClick={() => setAsking(true)}>
            Stop checking
          </Button>
        </>
      }
    >
      {state.kind === "unknown" ? (
        <p>
          <WithAmounts>{describe(state.sending)}</WithAmounts>
        </p>
      ) : null}
      <p>Checking is safe: it can&apos;t place the order twice.</p>
      {state.kind === "unknown" ? (
        <StopCheckingDialog
          open={isAsking}
          sending={state.sending}
          onClose={() => setAsking(false)}
          onStop={dismiss}
        />
      ) : null}
    </Banner>
  );
}

function describe({ requests: [request, ...others] }: Sending): string {
  const totals = request.lines.map((line) => multiplyMinor(line.price ?? 0, line.quantity) ?? 0);
  const sum = sumMinor(totals);
  const lines = counted(request.lines.length, "line", "lines");
  const about =
    sum === null ? `It has ${lines}.` : `It has ${lines}, for ${formatAmount(sum, request.currency)}.`;
  if (others.length === 0) return about;
  const rest = others.map(({ currency }) => currency).join(", ");
  return `${about} Not sent yet: ${counted(others.length, "order", "orders")} in ${rest}, sent after it when you check the outcome.`;
}
