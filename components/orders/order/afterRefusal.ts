import type { QueryClient } from "@tanstack/react-query";
import type { Environment } from "#lib/contracts/environment.ts";
import type { OrderAction } from "#lib/contracts/orderState.ts";
import { orderQuery } from "#lib/queries/orders.ts";
import { asProblem } from "#lib/queries/problemError.ts";
import { toast } from "#components/ui/feedback/toast.ts";

/**
 * Reads an order again after an action on it was refused, because another member may have decided in the meantime. The dialog of an
 * action that is no longer offered goes, and with it the refusal: then it is shown beside the page.
 */
export async function afterRefusal(
  client: QueryClient,
  environment: Environment,
  { reference, action, error }: { reference: string; action: OrderAction; error: unknown },
): Promise<void> {
  const { queryKey } = orderQuery(environment, reference);
  await client.invalidateQueries({ queryKey });
  const order = client.getQueryData(queryKey);
  if (order === undefined || order.actions.includes(action)) return;
  toast("The order has changed in the meantime", { tone: "refused", detail: asProblem(error).detail });
}
