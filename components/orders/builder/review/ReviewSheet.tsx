"use client";

import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import type { Environment } from "#lib/contracts/environment.ts";
import type { OrderDraft } from "#lib/contracts/orders/placeOrder.ts";
import type { Product } from "#lib/contracts/catalog/product.ts";
import type { DraftProducts } from "#lib/orders/drafts/draftLine.ts";
import { sameLine, type DraftNotice } from "#lib/orders/drafts/draftMerge.ts";
import { preflightQuery } from "#lib/queries/orders/orders.ts";
import { counted } from "#lib/text/counts.ts";
import { Modal } from "#components/ui/overlays/Modal.tsx";
import { useClosedByBack } from "#components/ui/overlays/useClosedByBack.ts";
import {
  changedLineCount,
  confirmationOf,
  type Confirmation,
  type Sending,
} from "#components/orders/builder/sending/placeRequest.ts";
import { OrderReview } from "./OrderReview.tsx";
import type { Review, ReviewOrder } from "#components/orders/builder/sending/review.ts";
import { ReviewFoot } from "./ReviewFoot.tsx";
import { ChangedLines, Outdated, SeveralAmounts, SeveralOrders } from "./ReviewNotices.tsx";
import { SendOutcome } from "#components/orders/builder/sending/SendOutcome.tsx";
import { SentOrders, sentTitle } from "#components/orders/builder/sending/SentOrders.tsx";
import type { SendState } from "#components/orders/builder/sending/useSend.ts";

/** It must be impossible to overlook which environment one is in (docs/service-interface.md §10.16). */
const WHERE: Record<Environment, { one: string; several: string }> = {
  sandbox: {
    one: "Sandbox: no real money is charged, and the codes are test data.",
    several: "Sandbox: no real money is charged, and the codes are test data.",
  },
  production: {
    one: "Production: this order is real and charges the wallet.",
    several: "Production: these orders are real and charge the wallet.",
  },
};

export type ReviewSheetProps = {
  environment: Environment;
  review: Review;
  draft: OrderDraft;
  products: DraftProducts;
  notices: readonly DraftNotice[];
  state: SendState;
  onConfirm: (confirmations: readonly [Confirmation, ...Confirmation[]]) => void;
  onAskAgain: (sending: Sending) => void;
  onLearn: (fresh: readonly Product[]) => void;
  onClose: () => void;
};

/**
 * Shows exactly what will be bought, where and for how much, from products read a moment ago: one order for each currency, and for each
 * amount of a product. Mounted again for each opening, with its own confirmations.
 */
export function ReviewSheet(props: ReviewSheetProps) {
  const { environment, draft, products, notices, state, onConfirm, onAskAgain, onClose } = props;
  const [isTogether, setTogether] = useState(false);
  const review = isTogether ? props.review.together : props.review.apart;
  const checks = useQueries({
    queries: review.map(({ request, confirmationId }) =>
      preflightQuery(environment, confirmationId, request),
    ),
  });
  const [known] = useState(products);
  const [acknowledged, setAcknowledged] = useState<ReadonlySet<string>>(new Set());
  const [accepted, setAccepted] = useState(false);
  const checked = checks.flatMap(({ data }) => data ?? []);
  const busy = state.kind === "sending" || state.kind === "placed";
  const isUnsent = state.kind === "idle" || state.kind === "not-sent";
  const outdated = state.kind === "idle" && isOutdated(review, draft);
  const changed = changedLineCount(
    review,
    checks.map(({ data }) => data),
    known,
  );
  const recents = checked.flatMap(({ recentOrder }) => recentOrder?.reference ?? []);
  const isQuestioned =
    recents.some((reference) => !acknowledged.has(reference)) || (changed > 0 && !accepted);
  const isReady = checked.length === review.length && checked.every(({ ok, price }) => ok && price !== null);

  function confirm() {
    if (!isReady || outdated) return;
    const [first, ...others] = review.flatMap(({ lines, request, confirmationId }, index) => {
      const data = checks[index]?.data;
      return data === undefined
        ? []
        : confirmationOf(
            data,
            { ...draft, externalOrderCode: request.externalOrderCode ?? "" },
            lines,
            confirmationId,
            data.recentOrder?.reference,
          );
    });
    if (first !== undefined) onConfirm([first, ...others]);
  }

  function close() {
    // The draft shows the fresh products from now on.
    props.onLearn(checked.flatMap(({ lines }) => lines.flatMap((line) => line.product ?? [])));
    onClose();
  }
  // A placed order's page is being opened; going back now is a wish to stay here.
  useClosedByBack({ open: true, locked: state.kind === "sending", onClose: close });

  return (
    <Modal
      placement="side"
      open
      width="wide"
      locked={busy}
      onClose={close}
      title={
        sentTitle(review.length, state) ??
        (review.length === 1 ? "Review order" : `Review ${counted(review.length, "order", "orders")}`)
      }
      description={WHERE[environment][review.length === 1 ? "one" : "several"]}
      footer={
        <ReviewFoot
          environment={environment}
          checked={checked}
          state={state}
          confirm={confirm}
          onAskAgain={onAskAgain}
          onClose={close}
          count={review.length}
          isReady={isReady && !outdated && !isQuestioned}
        />
      }
    >
      {review.length > 1 && isUnsent ? (
        <SeveralOrders>{`This places ${counted(review.length, "order", "orders")}${review.some(({ part }) => part !== null) ? "" : ", one for each currency"}.`}</SeveralOrders>
      ) : null}
      {props.review.hasSeveralAmounts && isUnsent ? (
        <SeveralAmounts review={props.review} isTogether={isTogether} onTogether={setTogether} />
      ) : null}
      {review.length > 1 ? <SentOrders review={review} state={state} /> : null}
      {changed > 0 && isUnsent ? (
        <ChangedLines count={changed} accepted={accepted} onAccept={setAccepted} />
      ) : null}
      {outdated ? <Outdated reference={orderOf(review, notices)} /> : null}
      {review.map((order, index) => (
        <OrderReview
          key={order.confirmationId}
          environment={environment}
          order={order}
          draft={draft}
          state={state}
          isOnly={review.length === 1}
          check={checks[index]}
          known={known}
          isAcknowledged={(reference) => acknowledged.has(reference)}
          onAcknowledge={(reference, is) =>
            setAcknowledged(
              (now) => new Set(is ? [...now, reference] : [...now].filter((each) => each !== reference)),
            )
          }
        />
      ))}
      <SendOutcome state={state} />
    </Modal>
  );
}

/** Whether the draft no longer contains these lines as they are shown here: members must confirm what they have seen. */
function isOutdated(review: readonly ReviewOrder[], draft: OrderDraft): boolean {
  const now = new Map(draft.lines.map((line) => [line.id, line]));
  return review.some(({ lines }) =>
    lines.some((line) => {
      const current = now.get(line.id);
      return current === undefined || !sameLine(current, line);
    }),
  );
}

/** The order that some of these lines went into, as far as this tab knows. */
function orderOf(review: readonly ReviewOrder[], notices: readonly DraftNotice[]): string | null {
  const ids = new Set(review.flatMap(({ lines }) => lines.map(({ id }) => id)));
  for (const notice of notices) {
    if (notice.kind === "ordered" && notice.lineIds.some((id) => ids.has(id))) return notice.order.reference;
  }
  return null;
}
