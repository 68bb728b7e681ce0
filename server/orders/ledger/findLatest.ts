import "server-only";
import { and, desc, eq, inArray, isNotNull, notInArray, or, type SQL } from "drizzle-orm";
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

type IsSame = (lines: readonly OrderLine[]) => boolean;

/** The latest order of the environment that meets the condition and whose lines are accepted, unless it certainly bought nothing. */
export async function findLatest(
  db: Database | Transaction,
  request: MemberRequest,
  which: SQL | undefined,
  isSame: IsSame,
): Promise<RecentOrder | null> {
  return (await findLatestRow(db, request, which, isSame))?.recent ?? null;
}

/** The same, with the id of its row. */
export async function findLatestRow(
  db: Database | Transaction,
  { environment }: MemberRequest,
  which: SQL | undefined,
  isSame: IsSame,
): Promise<{ id: string; recent: RecentOrder } | null> {
  const rows = await db
    .select({
      id: orders.id,
      reference: orders.externalOrderCode,
      createdAt: orders.createdAt,
      lines: orders.lines,
      placedBy: members.name,
    })
    .from(orders)
    .leftJoin(members, eq(members.id, orders.placedBy))
    .where(and(eq(orders.environment, environment), which, or(MAY_HAVE_BOUGHT, IS_UNPROVED)))
    .orderBy(desc(orders.createdAt), desc(orders.id));
  const same = rows.find(({ lines }) => isSame(lines));
  return same?.reference == null
    ? null
    : {
        id: same.id,
        recent: { reference: same.reference, placedBy: same.placedBy, at: toIso(same.createdAt) },
      };
}
