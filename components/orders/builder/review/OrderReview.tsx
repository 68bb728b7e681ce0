"use client";

import { useMemo } from "react";
import type { UseQueryResult } from "@tanstack/react-query";
import type { Environment } from "#lib/contracts/environment.ts";
import type { OrderDraft, PreflightResult } from "#lib/contracts/orders/placeOrder.ts";
import type { LineProblem } from "#lib/contracts/problem.ts";
import type { DraftProducts } from "#lib/orders/drafts/draftLine.ts";
import { rowsOfLine } from "#lib/orders/references/importedLineId.ts";
import { countRepeated } from "#lib/orders/references/recognisedRows.ts";
import { SECOND } from "#lib/time/instant.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { ProblemState } from "#components/shell/page/ProblemState.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { useDelayed } from "#components/ui/feedback/useDelayed.ts";
import { ReviewBody } from "./ReviewBody.tsx";
import { BudgetNote } from "./BudgetNote.tsx";
import { NeedsApproval, RecentOrderQuestion, RowsTwice, SlowedDown } from "./ReviewNotices.tsx";
import type { ReviewOrder } from "#components/orders/builder/sending/review.ts";
import type { SendState } from "#components/orders/builder/sending/useSend.ts";

export type OrderReviewProps = {
  environment: Environment;
  order: ReviewOrder;
  /** The draft makes only this order. */
  isOnly: boolean;
  draft: OrderDraft;
  state: SendState;
  check: UseQueryResult<PreflightResult> | undefined;
  /** The products as they were before the check. */
  known: DraftProducts;
  isAcknowledged: (reference: string) => boolean;
  onAcknowledge: (reference: string, is: boolean) => void;
};

/** One order of the review: the result of its check, and what will be sent. */
export function OrderReview(props: OrderReviewProps) {
  const { environment, order, isOnly, draft, state, check, known, isAcknowledged, onAcknowledge } = props;
  const { request, lines, part } = order;
  const heading =
    part === null ? `Order in ${request.currency}` : `Order ${formatCount(part)} in ${request.currency}`;
  const checked = check?.data;
  const recent = checked?.recentOrder ?? null;
  const repeated = useMemo(() => countRepeated(lines.flatMap(rowsOfLine)), [lines]);
  // Questions and warnings about sending no longer apply.
  const isSent = state.kind === "finished";
  return (
    <section aria-label={isOnly ? undefined : heading} className="not-last:mb-8">
      {isOnly ? null : <h3 className="mb-2 font-semibold">{heading}</h3>}
      {check?.isPending ? <Checking lines={lines} /> : null}
      {check?.error ? (
        <ProblemState
          title="Couldn't check the order"
          error={check.error}
          onRetry={() => void check.refetch()}
          retrying={check.isFetching}
        />
      ) : null}
      {checked?.overLimit && !isSent ? (
        <NeedsApproval overLimit={checked.overLimit} currency={checked.currency} />
      ) : null}
      {checked && !isSent ? (
        <div className="mb-3 empty:hidden">
          <BudgetNote
            environment={environment}
            currency={checked.currency}
            total={checked.price}
            labels={{ tags: draft.tags ?? "", purchaseOrder: draft.purchaseOrder }}
          />
        </div>
      ) : null}
      {checked?.slowedDownUntil && !isSent ? <SlowedDown until={checked.slowedDownUntil} /> : null}
      {recent && !isSent ? (
        <RecentOrderQuestion
          recent={recent}
          acknowledged={isAcknowledged(recent.reference)}
          onAcknowledge={(is) => onAcknowledge(recent.reference, is)}
        />
      ) : null}
      {repeated > 0 && !isSent ? <RowsTwice count={repeated} /> : null}
      {checked ? (
        <ReviewBody
          environment={environment}
          checked={checked}
          draft={draft}
          lines={lines}
          known={known}
          isSent={isSent}
          code={request.externalOrderCode ?? null}
          refused={refusedLines(state, order)}
        />
      ) : null}
    </section>
  );
}

/** The service is asked about each product, as its rate limit allows. What takes that long says so. */
function Checking({ lines }: Pick<ReviewOrder, "lines">) {
  const isLong = useDelayed(true, 2 * SECOND);
  const products = new Set(lines.map(({ productId }) => productId)).size;
  return (
    <>
      <SkeletonRows rows={Math.min(12, lines.length + 2)} label="Checking with the service" />
      {isLong ? (
        <p role="status" className="mt-3 text-ink-soft">
          Still checking {counted(products, "product", "products")} with the service, as its rate limit
          allows. Nothing has been sent.
        </p>
      ) : null}
    </>
  );
}

/** What the refusal of the order said about its lines. */
function refusedLines({ sent }: SendState, { confirmationId }: ReviewOrder): readonly LineProblem[] {
  const own = sent.find((each) => each.confirmationId === confirmationId);
  return own?.kind === "refused" ? (own.problem.lines ?? []) : [];
}
