"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Environment } from "#lib/contracts/environment.ts";
import type { OrderDraft, PreflightRequest, PreflightResult } from "#lib/contracts/placeOrder.ts";
import type { Product } from "#lib/contracts/product.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";
import type { DraftProduct, TypedLine } from "#lib/orders/drafts/draftLine.ts";
import { preflightQuery } from "#lib/queries/orders.ts";
import { ProblemState } from "#components/shell/page/ProblemState.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { Modal } from "#components/ui/overlays/Modal.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { newConfirmationId } from "./confirmationId.ts";
import { placeRequestOf, type Sending } from "./placeRequest.ts";
import { ReviewBody } from "./ReviewBody.tsx";
import { SendOutcome } from "./SendOutcome.tsx";
import type { SendState } from "./useSend.ts";

/** Which environment one is in is impossible to overlook (docs/service-interface.md §10.16). */
const WHERE: Record<Environment, string> = {
  sandbox: "Sandbox: the wallet is never charged, and the codes are test data.",
  production: "Live: this order is real and charges the wallet.",
};

export type Review = { request: PreflightRequest; lines: TypedLine[] };

export type ReviewSheetProps = {
  environment: Environment;
  review: Review;
  draft: OrderDraft;
  products: ReadonlyMap<number, DraftProduct>;
  state: SendState;
  onSend: (sending: Sending) => void;
  onLearn: (fresh: readonly Product[]) => void;
  onClose: () => void;
};

/**
 * Says exactly what will be bought, where and for how much, from products read a moment ago. Mounted anew for each opening,
 * so that each opening has one confirmation of its own.
 */
export function ReviewSheet(props: ReviewSheetProps) {
  const { environment, review, draft, products, state, onSend, onClose } = props;
  const [confirmationId] = useState(newConfirmationId);
  const check = useQuery(preflightQuery(environment, confirmationId, review.request));
  const [before] = useState(products);
  const checked = check.data;
  const busy = state.kind === "sending" || state.kind === "placed";

  function send() {
    if (!checked?.ok) return;
    onSend({ request: placeRequestOf(checked, draft, confirmationId), lines: review.lines });
  }

  function close() {
    // What was read afresh is what the draft shows from now on.
    if (checked) props.onLearn(checked.lines.flatMap((line) => line.product ?? []));
    onClose();
  }

  return (
    <Modal
      placement="side"
      open
      width="wide"
      locked={busy}
      onClose={close}
      title="Review and send"
      description={WHERE[environment]}
      footer={<Foot {...{ environment, checked, state, send, onSend, onClose: close }} />}
    >
      {check.isPending ? (
        <SkeletonRows rows={review.lines.length + 2} label="Checking with the service" />
      ) : null}
      {check.error ? (
        <ProblemState
          title="The order could not be checked"
          error={check.error}
          onRetry={() => void check.refetch()}
          retrying={check.isFetching}
        />
      ) : null}
      {checked ? (
        <ReviewBody
          {...{ environment, checked, draft }}
          lines={review.lines}
          known={before}
          refused={state.kind === "refused" ? (state.problem.lines ?? []) : []}
        />
      ) : null}
      <SendOutcome state={state} />
    </Modal>
  );
}

function Foot({
  environment,
  checked,
  state,
  send,
  onSend,
  onClose,
}: {
  environment: Environment;
  checked: PreflightResult | undefined;
  state: SendState;
  send: () => void;
  onSend: (sending: Sending) => void;
  onClose: () => void;
}) {
  const busy = state.kind === "sending" || state.kind === "placed";
  if (state.kind === "unknown") {
    return (
      <Button variant="primary" onClick={() => onSend(state.sending)}>
        Ask again
      </Button>
    );
  }
  const amount =
    checked && checked.price !== null ? ` for ${formatAmount(checked.price, checked.currency)}` : "";
  const where = environment === "sandbox" ? "in the sandbox" : "live";
  return (
    <>
      <Button onClick={onClose} disabled={busy}>
        Back to the draft
      </Button>
      {state.kind === "refused" ? null : (
        <Button
          variant="primary"
          loading={busy}
          disabled={!busy && (!checked?.ok || checked.price === null)}
          onClick={send}
        >
          {`Send ${where}${amount}`}
        </Button>
      )}
    </>
  );
}
