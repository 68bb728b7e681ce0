import "server-only";
import { and, eq, inArray, sql } from "drizzle-orm";
import { statesWhere } from "#lib/orders/lifecycle/states.ts";
import type { Program } from "#server/context/context.ts";
import { orders } from "#server/db/schema/orders.ts";

const YET_TO_BE_SENT = statesWhere(({ stage }) => stage === "unsent" || stage === "sending");

/**
 * After the ledger was restored, a waiting order may have been sent since the backup. Looking up its typed reference would find
 * that very order, and we would reject ours as if the reference belonged to another. Sent again with the same bytes, the service
 * answers with the order that it has.
 */
export async function sendWithoutLookingUp({ db, log }: Pick<Program, "db" | "log">): Promise<void> {
  const changed = await db
    .update(orders)
    .set({ checksCodeFirst: false, revision: sql`${orders.revision} + 1` })
    .where(and(eq(orders.checksCodeFirst, true), inArray(orders.state, YET_TO_BE_SENT)))
    .returning({ id: orders.id });
  if (changed.length > 0) {
    log.info(
      { orders: changed.length },
      "Typed order references of orders that wait are not looked up again",
    );
  }
}
