import "server-only";
import { createHash } from "node:crypto";
import { and, eq, sql, type Placeholder, type SQL } from "drizzle-orm";
import type { Program } from "#server/context/context.ts";
import { prepared } from "#server/db/prepared.ts";
import type { Database } from "#server/db/connect.ts";
import { orders } from "#server/db/schema/orders.ts";
import type { OrderRow } from "./ledgerRow.ts";

/** Polls change the same few sets of columns again and again. Beyond this number, statements are not kept and are built each time. */
const MOST_KEPT = 64;

type Condition = {
  id: string | Placeholder;
  fence: number | Placeholder;
  leaseOwner: string | Placeholder;
  revision: number | Placeholder;
};
type Columns = Partial<OrderRow>;

/** The row of an order, provided that the lease is the same and nothing has changed the row since. */
export function leasedAt({ id, fence, leaseOwner, revision }: Condition): SQL | undefined {
  return and(
    eq(orders.id, id),
    eq(orders.fence, fence),
    eq(orders.leaseOwner, leaseOwner),
    eq(orders.revision, revision),
  );
}

/**
 * Updates columns of an order under its lease, with one prepared statement for each set of columns: ten thousand orders that are
 * polled every minute mean as many updates. False when the lease was lost or the row has changed.
 */
export async function updateLeased(
  { db, instanceId }: Program,
  { id, fence, revision }: OrderRow,
  columns: Columns,
): Promise<boolean> {
  const statement = statementFor(db, columns);
  const written =
    statement === null
      ? await db
          .update(orders)
          .set(columns)
          .where(leasedAt({ id, fence, leaseOwner: instanceId, revision }))
          .returning({ id: orders.id })
      : await statement.execute({
          ...columns,
          atId: id,
          atFence: fence,
          atLeaseOwner: instanceId,
          atRevision: revision,
        });
  return written.length === 1;
}

/** Named so that they cannot collide with the columns. */
const CONDITION = {
  id: sql.placeholder("atId"),
  fence: sql.placeholder("atFence"),
  leaseOwner: sql.placeholder("atLeaseOwner"),
  revision: sql.placeholder("atRevision"),
} satisfies Condition;

type Statement = ReturnType<typeof build>;
const statementsOf = prepared(() => new Map<string, Statement>());

function statementFor(db: Database, columns: Columns): Statement | null {
  // The driver would encode a null given to a placeholder like a value, so the columns that become null are part of the statement's text.
  const shape = Object.entries(columns).map(([name, value]) => (value === null ? `${name} null` : name));
  const key = shape.toSorted().join(", ");
  const statements = statementsOf(db);
  const known = statements.get(key);
  if (known !== undefined || statements.size >= MOST_KEPT) return known ?? null;
  const made = build(db, columns, `update_leased_${createHash("md5").update(key).digest("hex")}`);
  statements.set(key, made);
  return made;
}

function build(db: Database, columns: Columns, name: string) {
  const values = Object.entries(columns).map(([column, value]) => [
    column,
    value === null ? sql`null` : sql.placeholder(column),
  ]);
  return db
    .update(orders)
    .set(Object.fromEntries(values))
    .where(leasedAt(CONDITION))
    .returning({ id: orders.id })
    .prepare(name);
}
