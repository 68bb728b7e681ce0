"use client";

import type { ReactNode } from "react";
import type { ExceededLimit } from "#lib/contracts/team/limits.ts";
import type { RecentOrder } from "#lib/contracts/problem.ts";
import { limitWords } from "#lib/orders/limits/limitWords.ts";
import { counted } from "#lib/text/counts.ts";
import { paths } from "#lib/paths.ts";
import { LinkButton } from "#components/ui/actions/LinkButton.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import { Checkbox } from "#components/ui/inputs/Checkbox.tsx";
import { DateTime } from "#components/time/DateTime.tsx";
import { RelativeTime } from "#components/time/RelativeTime.tsx";
import type { Review } from "#components/orders/builder/sending/review.ts";
import { Banner } from "#components/ui/feedback/Banner.tsx";
import { WithAmounts } from "#components/money/WithAmounts.tsx";

/** Says that the draft no longer contains these lines as they are shown here. */
export function Outdated({ reference }: { reference: string | null }) {
  return (
    <Banner
      tone="partial"
      live="alert"
      className="mb-3"
      title={
        reference === null
          ? "This draft was changed elsewhere."
          : `These lines were already ordered: ${reference}.`
      }
      actions={
        reference === null ? null : (
          <LinkButton size="small" href={paths.order(reference)}>
            View order
          </LinkButton>
        )
      }
    >
      Go back to the draft, then review it again.
    </Banner>
  );
}

/** Says that the order will be accepted but wait, because the service limits our rate. */
export function SlowedDown({ until }: { until: string }) {
  return (
    <Banner tone="partial" className="mb-3" title="The service asks us to slow down.">
      Prices are those of the catalog. The order is sent automatically after{" "}
      <DateTime at={until} show="time" />; the service checks the prices then.
    </Banner>
  );
}

/** Says that an order above the member's limit will wait for another member's approval. */
export function NeedsApproval({ overLimit, currency }: { overLimit: ExceededLimit; currency: string }) {
  return (
    <Banner
      tone="partial"
      className="mb-3"
      title={
        <WithAmounts>{`This order needs approval: it is above ${overLimit.period === "budget" ? "the budget" : "your limit"} of ${limitWords(overLimit, currency)}.`}</WithAmounts>
      }
    >
      Nothing is sent or bought until another member approves it. Until then, you can withdraw it.
    </Banner>
  );
}

/** Says that rows of a table stand in the order twice: it was imported twice, or two tables have the same rows. */
export function RowsTwice({ count }: { count: number }) {
  return (
    <Banner
      tone="partial"
      className="mb-3"
      title={`${counted(count, "row of an imported table is", "rows of an imported table are")} in this order twice.`}
    >
      Each is bought twice. If you imported the table twice by mistake, go back and remove the lines that were
      added later.
    </Banner>
  );
}

/** Asks whether the member wants another order, because the same was already ordered. */
export function RecentOrderQuestion({
  recent,
  acknowledged,
  onAcknowledge,
}: {
  recent: RecentOrder;
  acknowledged: boolean;
  onAcknowledge: (acknowledged: boolean) => void;
}) {
  const { reference, unresolved } = recent;
  const order = (
    <TextLink translate="no" href={paths.order(reference)} className="inline-block max-w-full break-all">
      {reference}
    </TextLink>
  );
  const { importedRows: rows } = recent;
  const isEarlier = (recent.batch === true || rows !== undefined) && unresolved !== reference;
  const title = isEarlier ? (
    <>
      {rows === undefined
        ? "The same products and quantities, or nearly, were"
        : counted(rows, "row of the imported table was", "rows of the imported table were")}{" "}
      bought on <DateTime at={recent.at} /> by {former(recent.placedBy, "a")}: {order}
    </>
  ) : (
    <>
      {unresolved === reference ? (
        <>{former(recent.placedBy, "A")} ordered the same products and quantities</>
      ) : recent.reorders === undefined ? (
        <>{former(recent.placedBy, "A")} placed the same order</>
      ) : (
        <>
          Products of order <bdi translate="no">{recent.reorders}</bdi> were already reordered by{" "}
          {former(recent.placedBy, "a")}
        </>
      )}{" "}
      <RelativeTime at={recent.at} />: {order}
    </>
  );
  return (
    <Question title={title} label="Place it anyway" agreed={acknowledged} onAgree={onAcknowledge}>
      {unresolved === undefined ? null : unresolved === reference ? (
        <p>The outcome of that order is unknown: placing this one may buy the same twice.</p>
      ) : (
        <p>
          The outcome of an earlier order of the same products,{" "}
          <TextLink
            translate="no"
            href={paths.order(unresolved)}
            className="inline-block max-w-full break-all"
          >
            {unresolved}
          </TextLink>
          , is unknown: placing this one may buy the same twice.
        </p>
      )}
    </Question>
  );
}

/** What has changed since the lines were added: accepted here, or corrected in the draft. */
export function ChangedLines({
  count,
  accepted,
  onAccept,
}: {
  count: number;
  accepted: boolean;
  onAccept: (accepted: boolean) => void;
}) {
  const [title, label] =
    count === 1
      ? ["1 line has changed since you added it.", "Order it as it is now"]
      : [
          `${counted(count, "line", "lines")} have changed since you added them.`,
          "Order them as they are now",
        ];
  return <Question title={title} label={label} agreed={accepted} onAgree={onAccept} />;
}

/** A question that the member has to agree to before the order can be placed. */
function Question({
  title,
  label,
  agreed,
  onAgree,
  children,
}: {
  title: ReactNode;
  label: string;
  agreed: boolean;
  onAgree: (agreed: boolean) => void;
  /** What else the member has to know. */
  children?: ReactNode;
}) {
  return (
    <Banner tone="partial" live="alert" className="mb-3" title={title}>
      {children}
      <Checkbox label={label} checked={agreed} onChange={(event) => onAgree(event.target.checked)} />
    </Banner>
  );
}

/** Says that codes of one product with several amounts can't be told apart, and lets the member place them as one order all the same. */
export function SeveralAmounts({
  review: { apart, together },
  isTogether,
  onTogether,
}: {
  review: Review;
  isTogether: boolean;
  onTogether: (isTogether: boolean) => void;
}) {
  const unclear = "In one order, nobody will know afterwards which code has which amount.";
  if (apart.length === together.length) {
    return (
      <Banner tone="partial" className="mb-3" title="A product has several amounts in this order.">
        {unclear} Order each amount separately if that matters.
      </Banner>
    );
  }
  return (
    <Banner
      tone={isTogether ? "partial" : "neutral"}
      className="mb-3"
      title={
        isTogether ? unclear : "A product has several amounts, so each amount is in an order of its own."
      }
    >
      {isTogether ? null : <p>{unclear}</p>}
      <Checkbox
        label={together.length === 1 ? "Place it as one order" : "Place one order for each currency"}
        checked={isTogether}
        onChange={(event) => onTogether(event.target.checked)}
      />
    </Banner>
  );
}

/** Explains, before anything is sent, what it means to place several orders together. */
export function SeveralOrders({ children }: { children: ReactNode }) {
  return (
    <Banner tone="neutral" live="off" className="mb-4" title={children}>
      The orders are placed one after the other, each with its own order reference. If one is rejected, the
      others are not affected, and its lines stay in your draft.
    </Banner>
  );
}

/** A member's name, which is never translated. */
function former(name: string | null, article: "a" | "A"): ReactNode {
  return name === null ? `${article} former member` : <bdi translate="no">{name}</bdi>;
}
