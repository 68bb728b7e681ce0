"use client";

import { useRouter } from "next/navigation";
import { useCallback, useRef, useState } from "react";
import { referenceOf } from "#lib/orders/references/referenceOf.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import type { OrderView } from "#lib/contracts/orders/order.ts";
import type { OrderDraftView } from "#lib/contracts/orders/placeOrder.ts";
import type { DraftOrder } from "#lib/orders/drafts/draftRules.ts";
import { paths } from "#lib/paths.ts";
import { cx } from "#components/ui/cx.ts";
import { focusNextHeading, useNextHeading } from "#components/ui/nextHeading.ts";
import { useFocusKept } from "#components/ui/useFocusKept.ts";
import { announce } from "#components/ui/Announcer.tsx";
import { isInSheetEntry } from "#components/ui/overlays/sheetEntry.ts";
import { closeDialog, loadedOnUse } from "#components/ui/overlays/loadedOnUse.tsx";
import { DraftHeader } from "./DraftHeader.tsx";
import { DraftNotices } from "#components/orders/builder/draft/DraftNotices.tsx";
import { DraftTabs } from "#components/orders/builder/draft/DraftTabs.tsx";
import { DraftPresence } from "#components/orders/builder/draft/DraftPresence.tsx";
import { EmptyDraft } from "#components/orders/builder/draft/EmptyDraft.tsx";
import { IdenticalLines } from "#components/orders/builder/lines/IdenticalLines.tsx";
import { UnfinishedSend } from "#components/orders/builder/sending/UnfinishedSend.tsx";
import { LinesTable } from "#components/orders/builder/lines/LinesTable.tsx";
import { rejectionsOf, rejectionsOfOrigin } from "#components/orders/builder/sending/rejectedLines.ts";
import { OrderDetailsFields } from "./OrderDetailsFields.tsx";
import { SendOutcome } from "#components/orders/builder/sending/SendOutcome.tsx";
import { OriginNote } from "#components/orders/builder/draft/OriginNote.tsx";
import { ChangedSince } from "#components/orders/ChangedSince.tsx";
import { reviewOf, type Review } from "#components/orders/builder/sending/review.ts";
import { Totals } from "./Totals.tsx";
import { useDetails } from "./useDetails.ts";
import { useDraftEditing } from "#components/orders/builder/draft/useDraftEditing.ts";
import type { Sending } from "#components/orders/builder/sending/placeRequest.ts";
import { useReviewKey } from "#components/orders/builder/sending/continueKey.ts";
import { useSend, type SendState } from "#components/orders/builder/sending/useSend.ts";

// The review is loaded once the pointer or the focus is near the button that opens it.
const ReviewSheet = loadedOnUse(
  async () => (await import("#components/orders/builder/review/ReviewSheet.tsx")).ReviewSheet,
  closeDialog,
);

export type DraftEditorProps = { environment: Environment; memberId: string; opened: OrderDraftView };

/** Edits a draft: lines, order details, totals, and the review that places the order. */
export function DraftEditor({ environment, memberId, opened }: DraftEditorProps) {
  const router = useRouter();
  const editing = useDraftEditing(environment, opened);
  const { draft, notices, products, edit, learn, sync, summary, verdict, table } = editing;
  const heading = useNextHeading();
  const page = useRef<HTMLDivElement>(null);
  const details = useDetails(draft);
  useReviewKey(page);
  useFocusKept(page, () => page.current?.querySelector<HTMLElement>("[data-adds-row]") ?? null);
  const [review, setReview] = useState<Review | null>(null);
  // Whatever is saved from now on.
  const [changed] = useState(opened.changedSince);
  const [rejections, setRejections] = useState(() => rejectionsOfOrigin(opened.origin));

  const { state, confirm, askAgain, forget, dismiss } = useSend(environment, memberId, {
    saveDraft: useCallback(() => sync.reference(), [sync]),
    onPlaced: useCallback(
      (order: OrderView, isOnly: boolean) => {
        const reference = referenceOf(order);
        void sync.afterSending(reference);
        if (!isOnly) return;
        announce("The order is on its way.");
        focusNextHeading();
        // In place of the review's own entry, if it has one: going back leads to the draft.
        router[isInSheetEntry() ? "replace" : "push"](paths.order(reference));
      },
      [router, sync],
    ),
    onRefused: useCallback(() => void sync.afterSending(null), [sync]),
  });

  function open(orders: readonly DraftOrder[]) {
    const opening = reviewOf(draft, sync.id, verdict, orders);
    if (opening === null) return;
    forget();
    void sync.flush();
    setReview(opening);
  }

  function close() {
    if (review !== null && state.sent.length > 0)
      setRejections(rejectionsOf([...review.apart, ...review.together], state.sent));
    setReview(null);
    forget();
  }

  const empty = draft.lines.length === 0;
  return (
    // The fields inside have the focus; this only listens for Ctrl+Z.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={page} onKeyDown={editing.onKeyDown}>
      <DraftHeader environment={environment} editing={editing} heading={heading} />
      <DraftTabs environment={environment} summary={summary} isOwn={opened.isOwn} onClear={editing.clear} />
      <DraftPresence others={editing.others} />
      {opened.origin === null ? null : <OriginNote origin={opened.origin} />}
      <ChangedSince changed={changed} made={madeWords(opened)} className="mb-4" />
      <DraftNotices
        draft={draft}
        notices={notices}
        products={products}
        edit={edit}
        onDismiss={(notice) => sync.dismiss(notice)}
      />
      {review === null ? (
        <>
          <UnfinishedSend state={state} dismiss={dismiss} onAsk={(sending) => void askAgain(sending)} />
          {state.kind === "refused" ? <SendOutcome state={state} /> : null}
        </>
      ) : null}
      <div className={cx("grid gap-x-8 gap-y-6", !empty && "xl:grid-cols-[minmax(0,1fr)_17rem]")}>
        <div className="min-w-0">
          <IdenticalLines verdict={verdict} edit={edit} />
          <LinesTable
            products={products}
            rejections={rejections}
            edit={edit}
            learn={learn}
            editors={editing.editors}
            onEditing={editing.onEditing}
            ref={table}
            lines={draft.lines}
            verdicts={verdict.lines}
          />
          {empty ? <EmptyDraft /> : null}
          {empty ? null : (
            <OrderDetailsFields
              draft={draft}
              several={verdict.orders.length > 1}
              fields={details}
              onChange={(change) => edit((now) => ({ ...now, ...change }))}
            />
          )}
        </div>
        {empty ? null : (
          <div
            className="xl:sticky xl:top-[calc(var(--bars)+1.25rem)] xl:self-start"
            onPointerEnter={() => void ReviewSheet.load()}
            onFocus={() => void ReviewSheet.load()}
          >
            <Totals
              environment={environment}
              verdict={verdict}
              labels={{ tags: draft.tags ?? "", purchaseOrder: draft.purchaseOrder }}
              unfinished={unfinishedOf(state, (sending) => void askAgain(sending))}
              onReview={open}
              onFix={editing.fix}
              wrongDetail={details.wrong}
            />
          </div>
        )}
      </div>
      {review ? (
        <ReviewSheet
          environment={environment}
          review={review}
          draft={draft}
          products={products}
          notices={notices}
          state={state}
          onConfirm={(confirmations) => void confirm(confirmations)}
          onAskAgain={(sending) => void askAgain(sending)}
          onLearn={learn}
          onClose={close}
        />
      ) : null}
    </div>
  );
}

function unfinishedOf(
  state: SendState,
  onAsk: (sending: Sending) => void,
): { onAsk: (() => void) | null } | null {
  if (state.kind === "unknown") return { onAsk: () => onAsk(state.sending) };
  return state.kind === "placed" ? { onAsk: null } : null;
}

/** Since when its changes are told: of an order that was declined, since it was confirmed. */
function madeWords({ origin }: OrderDraftView): string {
  return origin?.decline ? "the order was confirmed" : "this draft was saved";
}
