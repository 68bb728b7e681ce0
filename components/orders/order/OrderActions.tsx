"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { OrderView } from "#lib/contracts/order.ts";
import type { EndingVerb, OrderAction } from "#lib/contracts/orderState.ts";
import type { TypedLine } from "#lib/contracts/placeOrder.ts";
import { paths } from "#lib/paths.ts";
import { addToDraft } from "#lib/queries/draft.ts";
import { actOnOrder, rememberOrder } from "#lib/queries/orders.ts";
import { asProblem } from "#lib/queries/problemError.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { announce } from "#components/ui/Announcer.tsx";
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
      return <ReorderMissing order={order} />;
    case "copy":
      return order.lines.length > 0 ? (
        <CopyToDraft lines={linesAgain(order)}>Copy to new order</CopyToDraft>
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

function ReorderMissing({ order }: { order: OrderView }) {
  const missing = missingLines(order);
  if (missing === null) return null;
  const codes = missing.count === 1 ? "1 missing code" : `${missing.count} missing codes`;
  return (
    <CopyToDraft lines={missing.lines ?? linesAgain(order)}>
      {missing.lines ? `Reorder ${codes}` : `Choose ${codes} to reorder`}
    </CopyToDraft>
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

function CopyToDraft({ lines, children }: { lines: readonly TypedLine[]; children: string }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const router = useRouter();
  const copy = useMutation({
    mutationFn: () => addToDraft(client, environment, lines),
    onSuccess: () => router.push(paths.newOrder()),
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
