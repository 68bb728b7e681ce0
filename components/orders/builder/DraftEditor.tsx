"use client";

import { useRouter } from "next/navigation";
import { useCallback, useMemo, useState } from "react";
import type { Environment } from "#lib/contracts/environment.ts";
import type { OrderView } from "#lib/contracts/order.ts";
import type { OrderDraftView } from "#lib/contracts/placeOrder.ts";
import type { Problem } from "#lib/contracts/problem.ts";
import { withoutSentLines } from "#lib/orders/drafts/draftMerge.ts";
import { judgeDraft, preflightOf, type DraftOrder } from "#lib/orders/drafts/draftRules.ts";
import { paths } from "#lib/paths.ts";
import { PageHeader } from "#components/shell/page/PageHeader.tsx";
import { Section } from "#components/shell/page/Section.tsx";
import { cx } from "#components/ui/cx.ts";
import { announce } from "#components/ui/feedback/Announcer.tsx";
import { DraftConflict, DraftSafetyNote } from "./DraftSafetyNote.tsx";
import { EmptyDraft } from "./EmptyDraft.tsx";
import { LeftSending } from "./LeftSending.tsx";
import { LinesTable, type RefusedLine } from "./LinesTable.tsx";
import { OrderDetailsFields } from "./OrderDetailsFields.tsx";
import type { Sending } from "./placeRequest.ts";
import { ReviewSheet, type Review } from "./ReviewSheet.tsx";
import { Totals } from "./Totals.tsx";
import { useDraft } from "./useDraft.ts";
import { useSend } from "./useSend.ts";

export type DraftEditorProps = { environment: Environment; memberId: string; opened: OrderDraftView };

/** A draft being typed: lines, what goes with them, totals, and the way out by review and send. */
export function DraftEditor({ environment, memberId, opened }: DraftEditorProps) {
  const router = useRouter();
  const { draft, safety, products, edit, learn, flush, refresh, settle } = useDraft(
    environment,
    memberId,
    opened,
  );
  const [review, setReview] = useState<Review | null>(null);
  const [refusals, setRefusals] = useState<RefusedLine[]>([]);
  const verdict = useMemo(() => judgeDraft(draft.lines, products), [draft.lines, products]);

  const onPlaced = useCallback(
    (order: OrderView, { lines }: Sending) => {
      // The server has taken the lines out of the draft already, unless it stopped in between.
      void refresh().then(() => edit((now) => withoutSentLines(now, lines)));
      announce("The order is on its way.");
      router.push(paths.order(order.externalOrderCode ?? order.orderId ?? ""));
    },
    [edit, refresh, router],
  );
  const { state, send, forget, dismiss } = useSend(environment, memberId, onPlaced);

  function open(order: DraftOrder) {
    const request = preflightOf(order, verdict, draft.externalOrderCode);
    if (!request) return;
    forget();
    void flush();
    setReview({ request, lines: order.indexes.flatMap((index) => draft.lines[index] ?? []) });
  }

  function close() {
    if (state.kind === "refused") setRefusals(refusalsOf(state.problem, state.sending));
    setReview(null);
    forget();
  }

  const empty = draft.lines.length === 0;
  return (
    <>
      <PageHeader title="New order" aside={<DraftSafetyNote safety={safety} />} />
      <DraftConflict {...{ safety, draft }} onSettle={settle} />
      {review === null ? (
        <LeftSending {...{ state, dismiss }} onAsk={(sending) => void send(sending)} />
      ) : null}
      <div className={cx("grid gap-x-8 gap-y-6", !empty && "xl:grid-cols-[minmax(0,1fr)_17rem]")}>
        <div className="min-w-0">
          <LinesTable {...{ environment, products, refusals, edit, learn }} lines={draft.lines} />
          {empty ? <EmptyDraft /> : null}
          {empty ? null : (
            <div className="mt-8">
              <Section title="What goes with it">
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
              held={state.kind === "unknown" || state.kind === "placed"}
              onReview={open}
            />
          </div>
        )}
      </div>
      {review ? (
        <ReviewSheet
          {...{ environment, review, draft, products, state }}
          onSend={(sending) => void send(sending)}
          onLearn={learn}
          onClose={close}
        />
      ) : null}
    </>
  );
}

/** Messages about lines stay with the lines as they were sent. */
function refusalsOf(problem: Problem, { lines }: Sending): RefusedLine[] {
  return (problem.lines ?? []).flatMap(({ index, message }) => {
    const line = lines[index];
    return line ? [{ line, message }] : [];
  });
}
