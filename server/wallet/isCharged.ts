import "server-only";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { MemberRequest } from "#server/context/context.ts";
import { acceptedBetween } from "./acceptedBetween.ts";

/**
 * How many of the latest falls of the balance are compared with the orders behind them: a sandbox that charges the wallet shows
 * it in each.
 */
const LATEST_FALLS = 100;

const fallsSchema = z.array(
  z.object({ from: z.coerce.number(), to: z.coerce.number(), change: z.coerce.number() }),
);

/**
 * Whether orders are charged to the wallet of a currency. Production always charges. The sandbox is documented never to do so
 * (docs/service-interface.md §1), but counts as charging if the balance once fell by exactly the cost of the orders accepted in
 * between. The answer is the same for all periods, so that a month and its days are counted alike.
 */
export async function isCharged(request: MemberRequest, currency: string): Promise<boolean> {
  const { db, environment } = request;
  if (environment === "production") return true;
  const { rows } = await db.execute(sql`
    select round(extract(epoch from before) * 1000)::bigint as from, round(extract(epoch from at) * 1000)::bigint as to, change from (
      select at, id, lag(at) over told as before, available - lag(available) over told as change
      from wallet_balances where environment = ${environment} and currency = ${currency} window told as (order by at, id)) as each
    where change < 0 order by at desc, id desc limit ${LATEST_FALLS}`);
  const falls = fallsSchema.parse(rows).toReversed();
  const behind = await acceptedBetween(request, currency, falls);
  return falls.some(({ change }, place) => behind[place]?.spent === -change);
}
