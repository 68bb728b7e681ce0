import "server-only";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Reconciliation } from "#lib/contracts/money/statement.ts";
import { toIso } from "#lib/time/instant.ts";
import { chargedBy, unexplained } from "#lib/wallet/movements.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { isCharged } from "./isCharged.ts";
import { acceptedBetween, type Period } from "./acceptedBetween.ts";

const rowsSchema = z.array(
  z.object({
    currency: z.string(),
    opening: z.coerce.number(),
    opened_at: z.coerce.number(),
    closing: z.coerce.number(),
    closed_at: z.coerce.number(),
  }),
);

const ms = (name: string) => sql.raw(`round(extract(epoch from ${name}) * 1000)::bigint`);

/**
 * Each currency's balance at the beginning and at the end of a period, as the service last reported it (at the beginning: as
 * first reported, if there was no report before), and the part of the difference that the orders accepted in between do not
 * explain.
 */
export async function reconcile(request: MemberRequest, { from, to }: Period): Promise<Reconciliation[]> {
  const { db, environment } = request;
  const here = sql`environment = ${environment} and at < ${toIso(to)}::timestamptz`;
  const { rows } = await db.execute(sql`
    select opened.currency, opened.available as opening, ${ms("opened.at")} as opened_at,
      closed.available as closing, ${ms("closed.at")} as closed_at
    from (select distinct currency from wallet_balances where ${here}) as each,
      lateral (select * from wallet_balances where ${here} and currency = each.currency
        order by at < ${toIso(from)}::timestamptz desc, case when at < ${toIso(from)}::timestamptz then at end desc, at, id limit 1) as opened,
      lateral (select * from wallet_balances where ${here} and currency = each.currency order by at desc, id desc limit 1) as closed
    order by opened.currency`);
  return Promise.all(
    rowsSchema.parse(rows).map(async ({ currency, opening, closing, ...at }): Promise<Reconciliation> => {
      const [[own], charged] = await Promise.all([
        acceptedBetween(request, currency, [{ from: at.opened_at, to: at.closed_at }]),
        isCharged(request, currency),
      ]);
      const { orders, spent } = own ?? { orders: 0, spent: 0 };
      return {
        currency,
        opening: { amount: opening, at: toIso(at.opened_at) },
        closing: { amount: closing, at: toIso(at.closed_at) },
        orders,
        spent,
        charged: chargedBy({ spent, isCharged: charged }),
        unexplained: unexplained({ change: closing - opening, spent, isCharged: charged }),
      };
    }),
  );
}
