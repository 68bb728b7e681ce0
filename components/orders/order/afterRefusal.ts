import type { QueryClient } from "@tanstack/react-query";
import type { Environment } from "#lib/contracts/environment.ts";
import type { OrderAction } from "#lib/contracts/orders/orderState.ts";
import type { Decided } from "#lib/contracts/problem.ts";
import { orderQuery } from "#lib/queries/orders/orders.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { formatNearby } from "#components/time/formats.ts";
import { toast } from "#components/ui/feedback/toast.ts";

/**
 * Reads an order again after an action on it was refused, because another member may have decided in the meantime. The dialog of an
 * action that is no longer offered goes, and with it the refusal: then it is shown beside the page, with the time in the reader's zone.
 */
export async function afterRefusal(
  client: QueryClient,
  environment: Environment,
  {
    reference,
    action,
    error,
    zone,
  }: { reference: string; action: OrderAction; error: unknown; zone: string },
): Promise<void> {
  const { queryKey } = orderQuery(environment, reference);
  await client.invalidateQueries({ queryKey });
  const order = client.getQueryData(queryKey);
  if (order === undefined || order.actions.includes(action)) return;
  const { decided, detail } = asProblem(error);
  toast("The order has changed in the meantime", {
    tone: "refused",
    detail: decided === undefined ? detail : decidedWords(decided, zone),
    values: decided?.by == null ? [] : [decided.by],
  });
}

const DECISIONS = { approved: "approved", declined: "declined", withdrawn: "withdrew", closed: "closed" };

function decidedWords({ by, decision, at }: Decided, zone: string): string {
  return `${by ?? "You"} ${DECISIONS[decision]} this order at ${formatNearby(Date.parse(at), Date.now(), zone)}.`;
}
