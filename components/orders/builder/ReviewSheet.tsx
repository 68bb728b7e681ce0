"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Environment } from "#lib/contracts/environment.ts";
import type { OrderDraft, PreflightRequest, PreflightResult, TypedLine } from "#lib/contracts/placeOrder.ts";
import type { RecentOrder } from "#lib/contracts/problem.ts";
import type { Product } from "#lib/contracts/product.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";
import type { DraftProduct } from "#lib/orders/drafts/draftLine.ts";
import { sameLine, type DraftNotice } from "#lib/orders/drafts/draftMerge.ts";
import { newUuid } from "#lib/orders/references/newUuid.ts";
import { preflightQuery } from "#lib/queries/orders.ts";
import { ProblemState } from "#components/shell/page/ProblemState.tsx";
import { paths } from "#lib/paths.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { LinkButton } from "#components/ui/actions/LinkButton.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import { Checkbox } from "#components/ui/inputs/Checkbox.tsx";
import { DateTime } from "#components/time/DateTime.tsx";
import { RelativeTime } from "#components/time/RelativeTime.tsx";
import { Banner } from "#components/ui/feedback/Banner.tsx";
import { Modal } from "#components/ui/overlays/Modal.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { confirmationOf, type Confirmation, type Sending } from "./placeRequest.ts";
import { ReviewBody } from "./ReviewBody.tsx";
import { SendOutcome } from "./SendOutcome.tsx";
import type { SendState } from "./useSend.ts";

/** Which environment one is in is impossible to overlook (docs/service-interface.md §10.16). */
const WHERE: Record<Environment, string> = {
  sandbox: "Sandbox: the wallet is never charged, and the codes are test data.",
  production: "Production: this order is real and charges the wallet.",
};

export type Review = { request: PreflightRequest; lines: TypedLine[] };

export type ReviewSheetProps = {
  environment: Environment;
  review: Review;
  draft: OrderDraft;
  products: ReadonlyMap<number, DraftProduct>;
  notices: readonly DraftNotice[];
  state: SendState;
  onConfirm: (confirmation: Confirmation) => void;
  onAskAgain: (sending: Sending) => void;
  onLearn: (fresh: readonly Product[]) => void;
  onClose: () => void;
};

/**
 * Says exactly what will be bought, where and for how much, from products read a moment ago. Mounted anew for each opening,
 * so that each opening has one confirmation of its own.
 */
export function ReviewSheet(props: ReviewSheetProps) {
  const { environment, review, draft, products, notices, state, onConfirm, onAskAgain, onClose } = props;
  const [confirmationId] = useState(newUuid);
  const check = useQuery(preflightQuery(environment, confirmationId, review.request));
  const [before] = useState(products);
  const checked = check.data;
  const busy = state.kind === "sending" || state.kind === "placed";
  const [acknowledged, setAcknowledged] = useState(false);
  const recent = checked?.recentOrder ?? null;
  const outdated = state.kind === "idle" && isOutdated(review, draft);

  function confirm() {
    if (!checked?.ok || outdated) return;
    onConfirm(confirmationOf(checked, draft, review.lines, confirmationId, recent?.reference));
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
      title="Review order"
      description={WHERE[environment]}
      footer={
        <Foot
          {...{ environment, checked, state, confirm, onAskAgain, onClose: close }}
          blocked={outdated || (recent !== null && !acknowledged)}
        />
      }
    >
      {check.isPending ? (
        <SkeletonRows rows={review.lines.length + 2} label="Checking with the service" />
      ) : null}
      {check.error ? (
        <ProblemState
          title="Couldn't check the order"
          error={check.error}
          onRetry={() => void check.refetch()}
          retrying={check.isFetching}
        />
      ) : null}
      {checked?.slowedDownUntil ? <SlowedDown until={checked.slowedDownUntil} /> : null}
      {recent ? <RecentOrderQuestion {...{ recent, acknowledged }} onAcknowledge={setAcknowledged} /> : null}
      {outdated ? <Outdated reference={orderOf(review, notices)} /> : null}
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

/** Whether the draft no longer has these lines as they are shown here: what is confirmed must be what was seen. */
function isOutdated({ lines }: Review, draft: OrderDraft): boolean {
  const now = new Map(draft.lines.map((line) => [line.id, line]));
  return lines.some((line) => {
    const current = now.get(line.id);
    return current === undefined || !sameLine(current, line);
  });
}

/** The order that some of these lines went into, as far as this tab was told. */
function orderOf({ lines }: Review, notices: readonly DraftNotice[]): string | null {
  const ids = new Set(lines.map(({ id }) => id));
  for (const notice of notices) {
    if (notice.kind === "ordered" && notice.lineIds.some((id) => ids.has(id))) return notice.order.reference;
  }
  return null;
}

function Outdated({ reference }: { reference: string | null }) {
  return (
    <Banner
      tone="partial"
      live="alert"
      className="mb-3"
      title={
        reference === null
          ? "This draft was changed in another tab."
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

/** While the service wants no calls, an order is accepted and waits. */
function SlowedDown({ until }: { until: string }) {
  return (
    <Banner tone="partial" className="mb-3" title="The service asks us to slow down.">
      Prices are those of the catalog. The order is sent automatically after{" "}
      <DateTime at={until} show="time" />; the service checks the prices then.
    </Banner>
  );
}

function RecentOrderQuestion({
  recent,
  acknowledged,
  onAcknowledge,
}: {
  recent: RecentOrder;
  acknowledged: boolean;
  onAcknowledge: (acknowledged: boolean) => void;
}) {
  return (
    <Banner
      tone="partial"
      live="alert"
      className="mb-3"
      title={
        <>
          {recent.placedBy ?? "Somebody"} placed the same order <RelativeTime at={recent.at} />:{" "}
          <TextLink href={paths.order(recent.reference)}>{recent.reference}</TextLink>
        </>
      }
    >
      <Checkbox
        label="Place it anyway"
        checked={acknowledged}
        onChange={(event) => onAcknowledge(event.target.checked)}
      />
    </Banner>
  );
}

function Foot({
  environment,
  checked,
  blocked,
  state,
  confirm,
  onAskAgain,
  onClose,
}: {
  environment: Environment;
  checked: PreflightResult | undefined;
  blocked: boolean;
  state: SendState;
  confirm: () => void;
  onAskAgain: (sending: Sending) => void;
  onClose: () => void;
}) {
  const busy = state.kind === "sending" || state.kind === "placed";
  if (state.kind === "unknown") {
    return (
      <Button variant="primary" onClick={() => onAskAgain(state.sending)}>
        Ask again
      </Button>
    );
  }
  const what = environment === "sandbox" ? "Place test order" : "Place order";
  const amount =
    checked && checked.price !== null ? ` · ${formatAmount(checked.price, checked.currency)}` : "";
  const ready = checked?.ok === true && checked.price !== null && !blocked;
  return (
    <>
      <Button onClick={onClose} disabled={busy}>
        Back to draft
      </Button>
      {state.kind === "refused" ? null : (
        <Button variant="primary" loading={busy} disabled={!busy && !ready} onClick={confirm}>
          {`${what}${amount}`}
        </Button>
      )}
    </>
  );
}
