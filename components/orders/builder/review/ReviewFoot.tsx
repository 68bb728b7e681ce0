"use client";

import { useRef } from "react";
import { usePlaceKey } from "#components/orders/builder/sending/continueKey.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import type { PreflightResult } from "#lib/contracts/orders/placeOrder.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";
import { paths } from "#lib/paths.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { LinkButton } from "#components/ui/actions/LinkButton.tsx";
import type { Sending } from "#components/orders/builder/sending/placeRequest.ts";
import type { SendState } from "#components/orders/builder/sending/useSend.ts";

export type ReviewFootProps = {
  environment: Environment;
  /** The number of orders, and those that were checked. */
  count: number;
  checked: readonly PreflightResult[];
  isReady: boolean;
  state: SendState;
  confirm: () => void;
  onAskAgain: (sending: Sending) => void;
  onClose: () => void;
};

/** The buttons of the review, one of which places everything that it shows. */
export function ReviewFoot(props: ReviewFootProps) {
  const { environment, count, checked, isReady, state, confirm, onAskAgain, onClose } = props;
  const busy = state.kind === "sending" || state.kind === "placed";
  const placing = useRef<HTMLButtonElement>(null);
  usePlaceKey(placing);
  if (state.kind === "unknown") {
    return (
      <Button variant="primary" onClick={() => onAskAgain(state.sending)}>
        Check outcome
      </Button>
    );
  }
  if (state.kind === "finished") {
    return (
      <>
        <Button onClick={onClose}>Back to draft</Button>
        <LinkButton variant="primary" href={paths.orders()}>
          View orders
        </LinkButton>
      </>
    );
  }
  // After the first of several orders, the ones that were not sent have to be reviewed again.
  const isOver = state.kind === "refused" || (!busy && state.sent.length > 0);
  return (
    <>
      <Button onClick={onClose} disabled={busy}>
        Back to draft
      </Button>
      {isOver ? null : (
        // The amounts of several orders may take two lines on a phone.
        <Button
          ref={placing}
          variant="primary"
          loading={busy}
          disabled={!busy && !isReady}
          onClick={confirm}
          className="py-1.5"
        >
          <PlaceLabel text={placeLabel(environment, count, checked)} />
        </Button>
      )}
    </>
  );
}

/** A button's text, of which amounts are never translated. */
function PlaceLabel({ text }: { text: string }) {
  const end = text.indexOf(" · ");
  if (end === -1) return text;
  return (
    <span>
      {text.slice(0, end)}
      <span translate="no">{text.slice(end)}</span>
    </span>
  );
}

/** `Place test order · €40.00`, `Place 2 orders · €40.00 + $25.00`, `Ask for approval · €40.00`. */
export function placeLabel(
  environment: Environment,
  count: number,
  checked: readonly Pick<PreflightResult, "price" | "currency" | "overLimit">[],
): string {
  const what = environment === "sandbox" ? "test order" : "order";
  const text = buttonText(count, checked.filter(({ overLimit }) => overLimit !== null).length, (orders) =>
    count === 1 ? what : counted(orders, what, `${what}s`),
  );
  const amounts = checked.flatMap(({ price, currency }) =>
    price === null ? [] : formatAmount(price, currency),
  );
  return amounts.length === count ? `${text} · ${amounts.join(" + ")}` : text;
}

/** The button's text without amounts, for `count` orders of which `waiting` are above a limit. */
function buttonText(count: number, waiting: number, inWords: (orders: number) => string): string {
  if (waiting === 0) return `Place ${inWords(count)}`;
  if (waiting < count)
    return `Place ${inWords(count - waiting)}, ask for approval of ${formatCount(waiting)}`;
  return count === 1 ? "Ask for approval" : `Ask for approval of ${inWords(count)}`;
}
