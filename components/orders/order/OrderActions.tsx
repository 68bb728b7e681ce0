"use client";

import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Environment } from "#lib/contracts/environment.ts";
import type { OrderView } from "#lib/contracts/orders/order.ts";
import type { OrderAction } from "#lib/contracts/orders/orderState.ts";
import type { OrderDraftView } from "#lib/contracts/orders/placeOrder.ts";
import { STATES } from "#lib/orders/lifecycle/states.ts";
import { referenceOf } from "#lib/orders/references/referenceOf.ts";
import { paths } from "#lib/paths.ts";
import { openDraft } from "#lib/queries/orders/draft.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { counted } from "#lib/text/counts.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { useOpenPage } from "#components/shell/page/useOpenPage.ts";
import type { ButtonVariant } from "#components/ui/actions/buttonClasses.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { closeDialog, loadedOnUse } from "#components/ui/overlays/loadedOnUse.tsx";
import { ApproveOrder } from "./ApproveOrder.tsx";
import { CheckNow } from "./CheckNow.tsx";
import { ENDING_WORDS, type AskedVerb } from "./endingWords.ts";
import { draftAgain, linesAgain, missingLines, textsAgain } from "./newDraftLines.ts";

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

/**
 * Opens a draft with the lines of this order (`draftAgain`) and what the team kept with it (`textsAgain`). If it is the draft
 * that belongs to the order, it also shows what the service said about the lines, and whether it may still deliver.
 */
function OrderAgain({ order }: Pick<ActionProps, "order">) {
  const { isNothingBought } = STATES[order.state];
  return (
    <IntoDraft
      variant={isNothingBought ? "primary" : "secondary"}
      open={(client, environment) =>
        openDraft(client, environment, {
          ...draftAgain(order.state, referenceOf(order)),
          ...textsAgain(order, "copy"),
          lines: linesAgain(order),
        })
      }
    >
      {isNothingBought ? "Edit and order again" : "Order again"}
    </IntoDraft>
  );
}

/** Opens a separate draft for the missing codes, so that they are not mixed with another draft. */
function ReorderMissing({ order }: Pick<ActionProps, "order">) {
  const missing = missingLines(order);
  if (missing === null) return null;
  const codes = counted(missing.count, "missing code", "missing codes");
  return (
    <IntoDraft
      open={(client, environment) =>
        openDraft(client, environment, {
          origin: referenceOf(order),
          ...textsAgain(order, "reorder_missing"),
          lines: missing.lines ?? linesAgain(order),
        })
      }
    >
      {missing.lines ? `Reorder ${codes}` : `Choose ${codes} to reorder`}
    </IntoDraft>
  );
}

function IntoDraft({
  variant = "primary",
  open,
  children,
}: {
  variant?: ButtonVariant;
  /** Creates a draft with the lines, and returns it. */
  open: (client: QueryClient, environment: Environment) => Promise<OrderDraftView>;
  children: string;
}) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const { isOpening, openPage } = useOpenPage();
  const copy = useMutation({
    mutationFn: () => open(client, environment),
    onSuccess: ({ id }) => openPage(paths.newOrder(id)),
  });
  return (
    <span className="flex flex-wrap items-center gap-2">
      {copy.error ? (
        <span role="alert" className="max-w-72 text-[0.8125rem] text-refused">
          {asProblem(copy.error).detail}
        </span>
      ) : null}
      <Button variant={variant} loading={copy.isPending || isOpening} onClick={() => copy.mutate()}>
        {children}
      </Button>
    </span>
  );
}
