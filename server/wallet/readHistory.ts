import "server-only";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { WalletDay, WalletHistory, WalletHistoryQuery } from "#lib/contracts/money/wallet.ts";
import { DAY, toIso, type Instant } from "#lib/time/instant.ts";
import { unexplained } from "#lib/wallet/movements.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { isCharged } from "./isCharged.ts";
import { acceptedBetween } from "./acceptedBetween.ts";

const closingsSchema = z.array(
  z.object({
    day: z.string(),
    at: z.coerce.number(),
    available: z.coerce.number(),
    source: z.enum(["wallet", "order"]),
    snapshots: z.int(),
  }),
);
type Closing = z.infer<typeof closingsSchema>[number];

/**
 * The balance of a currency at the end of each day (UTC) on which the service reported another one, and whether the orders in
 * between explain the difference.
 * @throws AppError `forbidden`.
 */
export async function readHistory(request: MemberRequest, query: WalletHistoryQuery): Promise<WalletHistory> {
  requirePermission(request, "wallet.read");
  const { currency } = query;
  const from = request.clock.now() - Number(query.days) * DAY;
  return { currency, days: (await readDays(request, currency, from)).toReversed() };
}

/** The movement of a currency on a day (UTC); null if no other balance was reported on it. The caller checks the permission. */
export async function readMovement(
  request: MemberRequest,
  currency: string,
  day: string,
): Promise<WalletDay["movement"]> {
  const days = await readDays(request, currency, Date.parse(`${day}T00:00:00Z`));
  return days.find((each) => each.day === day)?.movement ?? null;
}

/** The days since `from` with another balance, and the one before them, oldest first. */
async function readDays(request: MemberRequest, currency: string, from: Instant): Promise<WalletDay[]> {
  const closings = await readClosings(request, currency, toIso(from));
  const periods = closings.slice(1).map(({ at }, place) => ({ from: closings[place]?.at ?? at, to: at }));
  const [accepted, charged] = await Promise.all([
    acceptedBetween(request, currency, periods),
    isCharged(request, currency),
  ]);
  return closings.map((closing, place): WalletDay => {
    const { day, at, available, source, snapshots } = closing;
    const before: Closing | undefined = closings[place - 1];
    const own = accepted[place - 1];
    if (before === undefined || own === undefined) {
      return { day, balance: available, at: toIso(at), source, snapshots, movement: null };
    }
    const change = available - before.available;
    const movement = {
      change,
      ...own,
      unexplained: unexplained({ change, spent: own.spent, isCharged: charged }),
    };
    return { day, balance: available, at: toIso(at), source, snapshots, movement };
  });
}

/** The last balance of each day since `from`, and of the day before, with which the first is compared. Oldest first. */
async function readClosings(
  { db, environment }: MemberRequest,
  currency: string,
  from: string,
): Promise<Closing[]> {
  const here = sql`environment = ${environment} and currency = ${currency}`;
  const { rows } = await db.execute(sql`
    select day::text, round(extract(epoch from at) * 1000)::bigint as at, available, source, snapshots from (
      select distinct on (day) day, at, available, source, (count(*) over (partition by day))::int as snapshots from (
        select id, at, available, source, (at at time zone 'UTC')::date as day from wallet_balances
        where ${here} and at >= coalesce(
          (select max(at) from wallet_balances where ${here} and at < ${from}::timestamptz), '-infinity'::timestamptz)) as told
      order by day, at desc, id desc) as closings
    order by day`);
  return closingsSchema.parse(rows);
}
