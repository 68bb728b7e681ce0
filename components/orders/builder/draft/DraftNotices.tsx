"use client";

import type { ReactNode } from "react";
import type { OrderDraft } from "#lib/contracts/orders/placeOrder.ts";
import type { DraftProducts } from "#lib/orders/drafts/draftLine.ts";
import { textOf, type DraftNotice, type DraftText, type TypedField } from "#lib/orders/drafts/draftMerge.ts";
import { paths } from "#lib/paths.ts";
import { counted } from "#lib/text/counts.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { LinkButton } from "#components/ui/actions/LinkButton.tsx";
import { Banner } from "#components/ui/feedback/Banner.tsx";
import { DateTime } from "#components/time/DateTime.tsx";

const FIELD: Record<TypedField, string> = { amount: "amount", quantity: "quantity", countryCode: "country" };
const TEXT: Record<DraftText, string> = {
  externalOrderCode: "order reference",
  note: "note",
  purchaseOrder: "purchase order",
  tags: "tags",
};

export type DraftNoticesProps = {
  draft: OrderDraft;
  notices: readonly DraftNotice[];
  products: DraftProducts;
  edit: (change: (draft: OrderDraft) => OrderDraft) => void;
  onDismiss: (notice: DraftNotice) => void;
};

/** What happened to this draft in other tabs; each notice stays until it has been read. */
export function DraftNotices({ draft, notices, products, edit, onDismiss }: DraftNoticesProps) {
  const nameOf = (productId: number) => products.get(productId)?.name ?? `Product ${productId}`;
  return notices.map((notice) => {
    const { title, body, use } = describe(notice, draft, nameOf);
    return (
      <Banner
        key={keyOf(notice)}
        tone={notice.kind === "ordered" ? "processing" : "partial"}
        live="alert"
        className="mb-3"
        title={title}
        actions={
          <>
            {notice.kind === "ordered" ? (
              <LinkButton size="small" href={paths.order(notice.order.reference)}>
                View order
              </LinkButton>
            ) : null}
            {use === null ? null : (
              <Button
                size="small"
                onClick={() => {
                  edit(use.change);
                  onDismiss(notice);
                }}
              >
                {`Use “${use.text}”`}
              </Button>
            )}
            <Button size="small" variant="quiet" onClick={() => onDismiss(notice)}>
              {use === null ? "Dismiss" : `Keep “${use.mine}”`}
            </Button>
          </>
        }
      >
        {body}
      </Banner>
    );
  });
}

type Use = { text: string; mine: string; change: (draft: OrderDraft) => OrderDraft };
type Description = { title: ReactNode; body: ReactNode; use: Use | null };

function describe(
  notice: DraftNotice,
  draft: OrderDraft,
  nameOf: (productId: number) => string,
): Description {
  switch (notice.kind) {
    case "ordered":
      return describeOrdered(notice, nameOf);
    case "kept":
      return {
        title: (
          <>
            <bdi translate="no">{nameOf(notice.productId)}</bdi> was removed in one place and changed in
            another.
          </>
        ),
        body: "The line is still in this draft, so that the change is not lost. Remove it if you don't need it.",
        use: null,
      };
    case "field-conflict": {
      const { lineId, field, mine, theirs } = notice;
      // The value may have changed since, or the line may be gone.
      const now = draft.lines.find(({ id }) => id === lineId)?.[field];
      return {
        title: (
          <>
            The {FIELD[field]} of <bdi translate="no">{nameOf(notice.productId)}</bdi> was also changed
            elsewhere.
          </>
        ),
        body: `“${theirs}” was saved there. You typed “${mine}”.`,
        use:
          now === undefined
            ? null
            : { text: theirs, mine: now, change: (current) => withField(current, lineId, field, theirs) },
      };
    }
    case "text-conflict": {
      const { field, mine, theirs } = notice;
      return {
        title: `The ${TEXT[field]} was also changed elsewhere.`,
        body: `“${theirs}” was saved there. You typed “${mine}”.`,
        use: {
          text: theirs,
          mine: textOf(draft, field),
          change: (current) => ({ ...current, [field]: theirs }),
        },
      };
    }
  }
}

function describeOrdered(
  { order, lineIds, typed }: Extract<DraftNotice, { kind: "ordered" }>,
  nameOf: (productId: number) => string,
): Description {
  const lines = counted(lineIds.length, "line", "lines");
  return {
    title: `${lines} of this draft went into order ${order.reference}.`,
    body: (
      <>
        <p>
          {order.placedBy === null ? (
            "It was placed"
          ) : (
            <>
              <bdi translate="no">{order.placedBy}</bdi> placed it
            </>
          )}{" "}
          at <DateTime at={order.at} show="time" />.
        </p>
        {typed.map(({ productId, field, text }) => (
          <p key={`${productId} ${field}`}>
            You had changed the {FIELD[field]} of <bdi translate="no">{nameOf(productId)}</bdi> to “{text}”.
            This change is not part of the order.
          </p>
        ))}
      </>
    ),
    use: null,
  };
}

function withField(draft: OrderDraft, lineId: string, field: TypedField, text: string): OrderDraft {
  return {
    ...draft,
    lines: draft.lines.map((line) => (line.id === lineId ? { ...line, [field]: text } : line)),
  };
}

function keyOf(notice: DraftNotice): string {
  switch (notice.kind) {
    case "ordered":
      return `ordered ${notice.order.reference} ${notice.lineIds[0] ?? ""}`;
    case "kept":
      return `kept ${notice.lineId}`;
    case "field-conflict":
      return `${notice.lineId} ${notice.field} ${notice.theirs}`;
    case "text-conflict":
      return `${notice.field} ${notice.theirs}`;
  }
}
