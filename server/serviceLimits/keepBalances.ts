import "server-only";
import { sql } from "drizzle-orm";
import type { Environment } from "#lib/contracts/environment.ts";
import type { WalletReading } from "#lib/contracts/money/wallet.ts";
import { availableAmount } from "#lib/money/spendable.ts";
import { MINUTE, toIso, type Instant } from "#lib/time/instant.ts";
import type { Program } from "#server/context/context.ts";

export type BalancesTold = {
  environment: Environment;
  reading: WalletReading;
  at: Instant;
  /** The order whose answer contained it; null: the wallet endpoint. */
  orderRow: string | null;
};

/**
 * Stores what the service reported about the wallet: a new row for each currency whose balance has changed; for the others, the
 * time of the report. A report that arrives after a newer one changes nothing. A balance that has fallen below its limit is the
 * cause of a notice.
 */
export async function keepBalances(db: Program["db"], told: BalancesTold): Promise<void> {
  const { environment, reading, orderRow } = told;
  if (reading.balances.length === 0) return;
  const given = reading.balances.map((balance) => ({
    currency: balance.currency,
    available: availableAmount(balance),
    amounts: balance.amounts,
  }));
  const at = toIso(told.at);
  await db.execute(sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as each (currency text, available bigint, amounts jsonb)),
    known as (
      select given.*, last.id, last.at, last.amounts as before, last.available as available_before from given left join lateral (
        select id, at, amounts, available from wallet_balances as kept where kept.environment = ${environment} and kept.currency = given.currency
        order by at desc, id desc limit 1) as last on true),
    seen as (
      update wallet_balances as kept set last_seen_at = greatest(kept.last_seen_at, ${at}::timestamptz)
      from known where kept.id = known.id and known.before = known.amounts),
    kept as (
      insert into wallet_balances (environment, currency, at, last_seen_at, available, amounts, source, order_row)
      select ${environment}, currency, ${at}::timestamptz, ${at}::timestamptz, available, amounts,
        ${orderRow === null ? "wallet" : "order"}, ${orderRow}::uuid
      from known where id is null or (before <> amounts and ${at}::timestamptz >= at)
      returning currency, available)
    insert into notice_causes (at, kind, environment, currency)
    select ${at}::timestamptz, 'wallet.low', ${environment}, kept.currency
    from kept join known using (currency) join wallet_limits as low on low.environment = ${environment} and low.currency = kept.currency
    where kept.available < low.amount and coalesce(known.available_before >= low.amount, true)`);
}

type Noted = { balances: string; at: Instant };
const noted = new WeakMap<Program["db"], Map<Environment, Noted>>();

/**
 * The same for an answer about an order: nothing waits for it, and it may fail. A wallet that stays the same, as in the sandbox,
 * is stored once a minute.
 */
export function noteBalances(program: Pick<Program, "db" | "log">, told: BalancesTold): void {
  const balances = JSON.stringify(told.reading.balances);
  const known = noted.get(program.db) ?? new Map<Environment, Noted>();
  noted.set(program.db, known);
  const last = known.get(told.environment);
  if (last?.balances === balances && told.at - last.at < MINUTE) return;
  known.set(told.environment, { balances, at: told.at });
  keepBalances(program.db, told).catch((error: unknown) => {
    known.delete(told.environment);
    program.log.warn({ error, environment: told.environment }, "A wallet balance could not be stored");
  });
}
