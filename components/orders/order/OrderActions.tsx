"use client";

import { useState } from "react";
import type { OrderView } from "#lib/contracts/orders/order.ts";
import type { OrderAction } from "#lib/contracts/orders/orderState.ts";
import type { AgainAction } from "#lib/orders/drafts/orderAgain.ts";
import { STATES } from "#lib/orders/lifecycle/states.ts";
import { counted } from "#lib/text/counts.ts";
import type { ButtonVariant } from "#components/ui/actions/buttonClasses.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { closeDialog, loadedOnUse } from "#components/ui/overlays/loadedOnUse.tsx";
import { ApproveOrder } from "./ApproveOrder.tsx";
import { CheckNow } from "./CheckNow.tsx";
import { ENDING_WORDS, type AskedVerb } from "./endingWords.ts";
import { missingLines } from "./newDraftLines.ts";
import { useOrderAgain } from "./useOrderAgain.ts";

const EndOrderDialog = loadedOnUse(
  async () => (await import("./EndOrderDialog.tsx")).EndOrderDialog,
  closeDialog,
);

/** What this member can do about the order now, according to the server. */
export function OrderActions({ reference, order }: { reference: string; order: OrderView }) {
  return order.actions.map((action) => (
    <Action key={action} action={action} reference={reference} order={order} />
  ));
}

type ActionProps = { reference: string; order: OrderView };

function Action({ action, reference, order }: ActionProps & { action: OrderAction }) {
  switch (action) {
    case "check":
      return <CheckNow reference={reference} order={order} />;
    case "approve":
      return <ApproveOrder reference={reference} order={order} />;
    case "reorder_missing":
      return <ReorderMissing order={order} />;
    case "decline":
      return (
        <>
          <EndOrder verb="decline" reference={reference} />
          {order.automation === null && order.placedBy !== null ? (
            <EndOrder verb="changes" reference={reference} />
          ) : null}
        </>
      );
    case "copy":
      return order.lines.length > 0 ? <OrderAgain order={order} /> : null;
    default:
      return <EndOrder verb={action} reference={reference} />;
  }
}

function EndOrder({ verb, reference }: { verb: AskedVerb; reference: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{ENDING_WORDS[verb].button}</Button>
      <EndOrderDialog verb={verb} reference={reference} open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}

function OrderAgain({ order }: Pick<ActionProps, "order">) {
  const { isNothingBought } = STATES[order.state];
  return (
    <IntoDraft order={order} action="copy" variant={isNothingBought ? "primary" : "secondary"}>
      {isNothingBought ? "Edit and order again" : "Order again"}
    </IntoDraft>
  );
}

function ReorderMissing({ order }: Pick<ActionProps, "order">) {
  const missing = missingLines(order);
  if (missing === null) return null;
  const codes = counted(missing.count, "missing code", "missing codes");
  return (
    <IntoDraft order={order} action="reorder_missing" variant="primary">
      {missing.lines ? `Reorder ${codes}` : `Choose ${codes} to reorder`}
    </IntoDraft>
  );
}

function IntoDraft({
  order,
  action,
  variant,
  children,
}: Pick<ActionProps, "order"> & { action: AgainAction; variant: ButtonVariant; children: string }) {
  const { isPending, problem, orderAgain } = useOrderAgain(() => order);
  return (
    <span className="flex flex-wrap items-center gap-2">
      {problem ? (
        <span role="alert" className="max-w-72 text-[0.8125rem] text-refused">
          {problem.detail}
        </span>
      ) : null}
      <Button variant={variant} loading={isPending} onClick={() => orderAgain(action)}>
        {children}
      </Button>
    </span>
  );
}
