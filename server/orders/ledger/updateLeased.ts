import "server-only";
import { and, eq, sql, type SQL } from "drizzle-orm";
import type { Program } from "#server/context/context.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { executePlanned, placeholdersFor, shapeOf } from "#server/db/executePlanned.ts";
import { orders } from "#server/db/schema/orders.ts";
import type { OrderRow } from "./ledgerRow.ts";

type Columns = Partial<OrderRow>;

/**
 * The update of an order's row as part of a composed statement: it changes the row only if the lease is the same and nothing
 * has changed the row since. Its values are the columns, and those of {@link leaseValues}.
 */
export function leasedUpdate(db: Database | Transaction, columns: Columns) {
  return (
    db
      .update(orders)
      // Takes placeholders too, although its type does not say so.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      .set(placeholdersFor(columns) as Record<string, SQL>)
      .where(
        and(
          eq(orders.id, sql.placeholder("atId")),
          eq(orders.fence, sql.placeholder("atFence")),
          eq(orders.leaseOwner, sql.placeholder("atLeaseOwner")),
          eq(orders.revision, sql.placeholder("atRevision")),
        ),
      )
      .returning({ id: orders.id })
  );
}

/** Named so that they cannot collide with the columns. */
export function leaseValues({ instanceId }: Program, { id, fence, revision }: OrderRow) {
  return { atId: id, atFence: fence, atLeaseOwner: instanceId, atRevision: revision };
}

/**
 * Updates columns of an order under its lease, with one statement for each set of columns: ten thousand orders that are polled
 * every minute mean as many updates. False when the lease was lost or the row has changed.
 */
export async function updateLeased(
  program: Program,
  db: Database | Transaction,
  row: OrderRow,
  columns: Columns,
): Promise<boolean> {
  return executePlanned(db, {
    purpose: "update an order",
    shape: shapeOf(columns),
    build: () => [leasedUpdate(db, columns)],
    values: { ...columns, ...leaseValues(program, row) },
  });
}
