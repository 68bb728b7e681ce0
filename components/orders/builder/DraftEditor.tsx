"use client";

import { useRouter } from "next/navigation";
import { useCallback, useMemo, useRef, useState } from "react";
import type { Environment } from "#lib/contracts/environment.ts";
import type { OrderView } from "#lib/contracts/order.ts";
import type { OrderDraftView } from "#lib/contracts/placeOrder.ts";
import type { Problem } from "#lib/contracts/problem.ts";
import { judgeDraft, preflightOf, type DraftOrder } from "#lib/orders/drafts/draftRules.ts";
import { paths } from "#lib/paths.ts";
import { PageHeader } from "#components/shell/page/PageHeader.tsx";
import { Section } from "#components/shell/page/Section.tsx";
import { cx } from "#components/ui/cx.ts";
import { focusNextHeading, useNextHeading } from "#components/ui/nextHeading.ts";
import { useFocusKept } from "#components/ui/useFocusKept.ts";
import { announce } from "#components/ui/Announcer.tsx";
import { DraftNotices } from "./DraftNotices.tsx";
import { DraftSafetyNote } from "./DraftSafetyNote.tsx";
import { DraftTabs } from "./DraftTabs.tsx";
import { EmptyDraft } from "./EmptyDraft.tsx";
import { LeftSending } from "./LeftSending.tsx";
import { LinesTable, type RejectedLine } from "./LinesTable.tsx";
import { OrderDetailsFields } from "./OrderDetailsFields.tsx";
import { SendOutcome } from "./SendOutcome.tsx";
import { OriginNote } from "./OriginNote.tsx";
import { ReviewSheet, type Review } from "./ReviewSheet.tsx";
import { Totals } from "./Totals.tsx";
import { useDraft } from "./useDraft.ts";
import { useSend } from "./useSend.ts";

export type DraftEditorProps = { environment: Environment; memberId: string; opened: OrderDraftView };

/** A draft being typed: lines, order details, totals, and the review that places the order. */
export function DraftEditor({ environment, memberId, opened }: DraftEditorProps) {
  const router = useRouter();
  const { draft, safety, notices, products, edit, learn, sync } = useDraft(environment, opened);
  const heading = useNextHeading();
  const page = useRef<HTMLDivElement>(null);
  useFocusKept(page, () => page.current?.querySelector<HTMLElement>("[data-adds-row]") ?? null);
  const [review, setReview] = useState<Review | null>(null);
  const [rejections, setRejections] = useState<RejectedLine[]>([]);
  const verdict = useMemo(() => judgeDraft(draft.lines, products), [draft.lines, products]);

  const { state, confirm, askAgain, forget, dismiss } = useSend(environment, memberId, {
    saveDraft: useCallback(() => sync.reference(), [sync]),
    onPlaced: useCallback(
      (order: OrderView) => {
        const reference = order.externalOrderCode ?? order.orderId ?? "";
        void sync.afterSending(reference);
        announce("The order is on its way.");
        focusNextHeading();
        router.push(paths.order(reference));
      },
      [router, sync],
    ),
    onRefused: useCallback(() => void sync.afterSending(null), [sync]),
  });

  function open(order: DraftOrder) {
    const request = preflightOf(order, verdict, draft.externalOrderCode);
    if (!request) return;
    forget();
    void sync.flush();
    setReview({ request, lines: order.indexes.flatMap((index) => draft.lines[index] ?? []) });
  }

  function close() {
    if (state.kind === "refused") setRejections(rejectionsOf(state.problem, review?.lines ?? []));
    setReview(null);
    forget();
  }

  const empty = draft.lines.length === 0;
  return (
    <div ref={page}>
      <PageHeader
        title={
          <span ref={heading} tabIndex={-1} className="outline-none">
            New order
          </span>
        }
        aside={<DraftSafetyNote safety={safety} />}
      />
      <DraftTabs {...{ environment, opened }} lineCount={draft.lines.length} />
      {opened.origin === null ? null : <OriginNote origin={opened.origin} />}
      <DraftNotices {...{ draft, notices, products, edit }} onDismiss={(notice) => sync.dismiss(notice)} />
      {review === null ? (
        <>
          <LeftSending {...{ state, dismiss }} onAsk={(sending) => void askAgain(sending)} />
          {state.kind === "refused" ? <SendOutcome state={state} /> : null}
        </>
      ) : null}
      <div className={cx("grid gap-x-8 gap-y-6", !empty && "xl:grid-cols-[minmax(0,1fr)_17rem]")}>
        <div className="min-w-0">
          <LinesTable {...{ environment, products, rejections, edit, learn }} lines={draft.lines} />
          {empty ? <EmptyDraft /> : null}
          {empty ? null : (
            <div className="mt-8">
              <Section title="Order details">
                <div className="pt-3">
                  <OrderDetailsFields
                    draft={draft}
                    several={verdict.orders.length > 1}
                    onChange={(change) => edit((now) => ({ ...now, ...change }))}
                  />
                </div>
              </Section>
            </div>
          )}
        </div>
        {empty ? null : (
          <div className="xl:sticky xl:top-[calc(var(--bars)+1.25rem)] xl:self-start">
            <Totals
              {...{ environment, verdict }}
              blocked={state.kind === "unknown" || state.kind === "placed"}
              onReview={open}
            />
          </div>
        )}
      </div>
      {review ? (
        <ReviewSheet
          {...{ environment, review, draft, products, notices, state }}
          onConfirm={(confirmation) => void confirm(confirmation)}
          onAskAgain={(sending) => void askAgain(sending)}
          onLearn={learn}
          onClose={close}
        />
      ) : null}
    </div>
  );
}

/** Messages about lines stay with the lines as they were sent. */
function rejectionsOf(problem: Problem, lines: Review["lines"]): RejectedLine[] {
  return (problem.lines ?? []).flatMap(({ index, message }) => {
    const line = lines[index];
    return line ? [{ line, message }] : [];
  });
}
