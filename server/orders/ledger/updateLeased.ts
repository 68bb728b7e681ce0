import "server-only";
import { createHash } from "node:crypto";
import { and, eq, sql, type Placeholder, type SQL } from "drizzle-orm";
import type { Program } from "#server/context/context.ts";
import { prepared } from "#server/db/prepared.ts";
import type { Database } from "#server/db/connect.ts";
import { orders } from "#server/db/schema/orders.ts";
import type { OrderRow } from "./ledgerRow.ts";

/** Polls change the same few columns again and again. More statements than these are not kept; they are built each time. */
const MOST_KEPT = 64;

type Condition = {
  id: string | Placeholder;
  fence: number | Placeholder;
  leaseOwner: string | Placeholder;
  revision: number | Placeholder;
};
type Columns = Partial<OrderRow>;

/** The row of an order, as long as the lease is the same and nothing has changed it since. */
export function leasedAt({ id, fence, leaseOwner, revision }: Condition): SQL | undefined {
  return and(
    eq(orders.id, id),
    eq(orders.fence, fence),
    eq(orders.leaseOwner, leaseOwner),
    eq(orders.revision, revision),
  );
}

/**
 * Writes columns of an order under its lease, by a statement that is prepared once for each set of columns: ten thousand orders that are
 * polled each minute are as many updates. False when the lease was lost or the row has changed since.
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

/** Beside the columns, of which some have the same names. */
const CONDITION = {
  id: sql.placeholder("atId"),
  fence: sql.placeholder("atFence"),
  leaseOwner: sql.placeholder("atLeaseOwner"),
  revision: sql.placeholder("atRevision"),
} satisfies Condition;

type Statement = ReturnType<typeof build>;
const statementsOf = prepared(() => new Map<string, Statement>());

function statementFor(db: Database, columns: Columns): Statement | null {
  // A placeholder's null would be encoded like a value: which columns become null is part of the statement.
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
