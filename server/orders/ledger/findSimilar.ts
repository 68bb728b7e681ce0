import "server-only";
import { and, eq, inArray, isNotNull, notInArray, or, sql, type SQL } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { OrderLine } from "#lib/contracts/orders/order.ts";
import type { RecentOrder } from "#lib/contracts/problem.ts";
import { NOTHING_BOUGHT } from "#lib/orders/lifecycle/stateSets.ts";
import { statesWhere } from "#lib/orders/lifecycle/states.ts";
import { toIso } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { members } from "#server/db/schema/members.ts";
import { orders } from "#server/db/schema/orders.ts";

const MAY_HAVE_BOUGHT = notInArray(orders.state, [...NOTHING_BOUGHT]);
/** Nothing was bought as far as the service has said, and a poll may still find the order (`isAbsenceUnproved`). */
const IS_UNPROVED = and(
  inArray(
    orders.state,
    statesWhere(({ poll }) => poll === "until_absent"),
  ),
  isNotNull(orders.nextActionAt),
);

/** One way in which an earlier order can be the same purchase. */
export type Similarity = {
  /** Which orders of the environment are compared, beside those that `sharing` names. */
  which?: SQL | undefined;
  /** A query of the only orders to compare (`id`), with the number of parts that they share (`shared`). */
  sharing?: SQL;
  isSame: (lines: readonly OrderLine[]) => boolean;
  /** What is told about the order beside its reference, its member and its time. */
  told?: (found: { reference: string; shared: number }) => Partial<RecentOrder>;
};

/**
 * For each way, the latest order of the environment that is the same by it, unless it certainly bought nothing. Asks the database once.
 * A way that is null does not apply.
 */
export async function findSimilar<Way extends string>(
  db: Database | Transaction,
  request: MemberRequest,
  ways: Readonly<Record<Way, Similarity | null>>,
): Promise<Partial<Record<Way, RecentOrder>>> {
  const asked = Object.entries<Similarity | null>(ways).flatMap(([way, by]) =>
    by === null ? [] : [{ way, by, query: candidates(db, request, way, by) }],
  );
  const [first, second, ...further] = asked.map(({ query }) => query);
  if (first === undefined) return {};
  const rows = await (second === undefined ? first : unionAll(first, second, ...further));
  const latestFirst = rows.toSorted(
    (one, other) => other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1),
  );
  const found = asked.flatMap(({ way, by }) => {
    const same = latestFirst.find((row) => row.way === way && by.isSame(row.lines));
    return same === undefined || same.reference === null ? [] : [[way, toldOf(same, same.reference, by)]];
  });
  // The keys of the ways that were asked about.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(found) as Partial<Record<Way, RecentOrder>>;
}

function candidates(
  db: Database | Transaction,
  { environment }: MemberRequest,
  way: string,
  { which, sharing }: Similarity,
) {
  return db
    .select({
      way: sql<string>`${way}::text`.as("way"),
      id: orders.id,
      reference: orders.externalOrderCode,
      createdAt: orders.createdAt,
      lines: orders.lines,
      placedBy: members.name,
      shared: sql<number>`sharing.shared`.as("shared"),
    })
    .from(orders)
    .innerJoin(
      sql`(${sharing ?? sql`select 0 as shared`}) as sharing`,
      sharing === undefined ? sql`true` : sql`sharing.id = ${orders.id}`,
    )
    .leftJoin(members, eq(members.id, orders.placedBy))
    .where(and(eq(orders.environment, environment), which, or(MAY_HAVE_BOUGHT, IS_UNPROVED)));
}

type Candidate = Awaited<ReturnType<typeof candidates>>[number];

function toldOf(
  { placedBy, createdAt, shared }: Candidate,
  reference: string,
  { told }: Similarity,
): RecentOrder {
  return { reference, placedBy, at: toIso(createdAt), ...told?.({ reference, shared }) };
}
