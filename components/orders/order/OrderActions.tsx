"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { OrderView } from "#lib/contracts/order.ts";
import { offers } from "#lib/orders/lifecycle/states.ts";
import type { TypedLine } from "#lib/contracts/placeOrder.ts";
import { paths } from "#lib/paths.ts";
import { addToDraft } from "#lib/queries/draft.ts";
import { checkOrder, rememberOrder } from "#lib/queries/orders.ts";
import { asProblem } from "#lib/queries/problemError.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { usePermission } from "#components/shell/ViewerProvider.tsx";
import { announce } from "#components/ui/feedback/Announcer.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { CloseOrderDialog } from "./CloseOrderDialog.tsx";
import { linesAgain, missingLines } from "./newDraftLines.ts";

/** What a person can do about the order, given its state and who they are. */
export function OrderActions({ reference, order }: { reference: string; order: OrderView }) {
  const mayPlace = usePermission("orders.place");
  const mayClose = usePermission("orders.close");
  const [closing, setClosing] = useState(false);
  const missing = missingLines(order);
  return (
    <>
      {offers(order.state, "check") ? <CheckNow reference={reference} /> : null}
      {mayClose && offers(order.state, "close") ? (
        <Button onClick={() => setClosing(true)}>Close with a reason</Button>
      ) : null}
      {mayPlace && missing ? (
        <IntoDraft lines={missing.lines ?? linesAgain(order)} primary>
          {missing.lines ? `Order the missing ${missing.count}` : `Choose the missing ${missing.count}`}
        </IntoDraft>
      ) : null}
      {mayPlace && offers(order.state, "copy") && order.lines.length > 0 ? (
        <IntoDraft lines={linesAgain(order)} primary>
          Edit as a new order
        </IntoDraft>
      ) : null}
      <CloseOrderDialog reference={reference} open={closing} onClose={() => setClosing(false)} />
    </>
  );
}

function CheckNow({ reference }: { reference: string }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const check = useMutation({
    mutationFn: () => checkOrder(environment, reference),
    onSuccess: async (order) => {
      await rememberOrder(client, environment, reference, order);
      announce("The service was looked at.");
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
  lines,
  primary = false,
  children,
}: {
  lines: readonly TypedLine[];
  primary?: boolean;
  children: string;
}) {
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
      <Button
        variant={primary ? "primary" : "secondary"}
        loading={copy.isPending}
        onClick={() => copy.mutate()}
      >
        {children}
      </Button>
    </span>
  );
}
