"use client";

import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { Environment } from "#lib/contracts/environment.ts";
import type { OrderView } from "#lib/contracts/order.ts";
import type { EndingVerb, OrderAction } from "#lib/contracts/orderState.ts";
import type { OrderDraftView } from "#lib/contracts/placeOrder.ts";
import { paths } from "#lib/paths.ts";
import { addToDraft, openDraft } from "#lib/queries/draft.ts";
import { actOnOrder, rememberOrder } from "#lib/queries/orders.ts";
import { asProblem } from "#lib/queries/problemError.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { announce } from "#components/ui/Announcer.tsx";
import { focusNextHeading } from "#components/ui/nextHeading.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { ENDING_WORDS, EndOrderDialog } from "./EndOrderDialog.tsx";
import { linesAgain, missingLines } from "./newDraftLines.ts";

/** What this member can do about the order now, as the server says. */
export function OrderActions({ reference, order }: { reference: string; order: OrderView }) {
  return order.actions.map((action) => <Action key={action} {...{ action, reference, order }} />);
}

type ActionProps = { reference: string; order: OrderView };

function Action({ action, reference, order }: ActionProps & { action: OrderAction }) {
  switch (action) {
    case "check":
      return <CheckNow reference={reference} />;
    case "reorder_missing":
      return <ReorderMissing reference={reference} order={order} />;
    case "copy":
      return order.lines.length > 0 ? (
        <IntoDraft open={(client, environment) => addToDraft(client, environment, linesAgain(order))}>
          Copy to new order
        </IntoDraft>
      ) : null;
    default:
      return <EndOrder verb={action} reference={reference} />;
  }
}

function EndOrder({ verb, reference }: { verb: EndingVerb; reference: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{ENDING_WORDS[verb].button}</Button>
      <EndOrderDialog verb={verb} reference={reference} open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}

/** Opens a draft of its own: what is missing of this order does not join whatever is being built. */
function ReorderMissing({ reference, order }: ActionProps) {
  const missing = missingLines(order);
  if (missing === null) return null;
  const codes = missing.count === 1 ? "1 missing code" : `${missing.count} missing codes`;
  return (
    <IntoDraft
      open={(client, environment) =>
        openDraft(client, environment, {
          origin: order.externalOrderCode ?? order.orderId ?? reference,
          lines: missing.lines ?? linesAgain(order),
        })
      }
    >
      {missing.lines ? `Reorder ${codes}` : `Choose ${codes} to reorder`}
    </IntoDraft>
  );
}

function CheckNow({ reference }: { reference: string }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const check = useMutation({
    mutationFn: () => actOnOrder(environment, reference, "check"),
    onSuccess: async (order) => {
      await rememberOrder(client, environment, reference, order);
      announce("Status updated.");
    },
  });
  return (
    <span className="flex flex-wrap items-center gap-2">
      {check.error ? (
        <span role="status" className="max-w-72 text-[0.8125rem] text-ink-soft">
          {asProblem(check.error).detail}
        </span>
      ) : null}
      <Button loading={check.isPending} onClick={() => check.mutate()}>
        Check now
      </Button>
    </span>
  );
}

function IntoDraft({
  open,
  children,
}: {
  /** Puts the lines into a draft, and answers it. */
  open: (client: QueryClient, environment: Environment) => Promise<OrderDraftView>;
  children: string;
}) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const router = useRouter();
  const copy = useMutation({
    mutationFn: () => open(client, environment),
    onSuccess: ({ id, origin }) => {
      focusNextHeading();
      router.push(paths.newOrder(origin === null ? undefined : id));
    },
  });
  return (
    <span className="flex flex-wrap items-center gap-2">
      {copy.error ? (
        <span role="alert" className="max-w-72 text-[0.8125rem] text-refused">
          {asProblem(copy.error).detail}
        </span>
      ) : null}
      <Button variant="primary" loading={copy.isPending} onClick={() => copy.mutate()}>
        {children}
      </Button>
    </span>
  );
}
