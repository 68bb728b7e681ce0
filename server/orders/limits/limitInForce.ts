import "server-only";
import { eq, inArray, sql } from "drizzle-orm";
import { ANY_OTHER_CURRENCY, type LimitAmounts } from "#lib/contracts/limits.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import { strictest } from "#lib/orders/limits/spendingLimit.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { handsOf } from "#server/context/handsOf.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { prepared } from "#server/db/prepared.ts";
import { orderLimits } from "#server/db/schema/limits.ts";
import { members } from "#server/db/schema/members.ts";

/** The currency as limits and spending use it, so that another spelling cannot bypass a limit. */
export function limitCurrency(currency: string): string {
  return currency.trim().toUpperCase();
}

const { memberId, role, perOrder, perDay, perMonth } = orderLimits;
type LimitRow = LimitAmounts & { memberId: string | null; role: string | null; currency: string };
/** Whose limit it is. */
export type Spender = { id: string; role: string };

/** For currencies without a limit of whoever is limited at all: every order needs approval. */
const ASKS: LimitAmounts = { perOrder: 0, perDay: null, perMonth: null };

/** All of the environment: a few for each member at most. */
const selectLimits = (db: Database | Transaction) =>
  db
    .select({ memberId, role, currency: orderLimits.currency, perOrder, perDay, perMonth })
    .from(orderLimits)
    .where(eq(orderLimits.environment, sql.placeholder("environment")))
    .prepare("limits_of_environment");
const limitsOutside = prepared(selectLimits);

/**
 * What the member may spend here without approval: their own limits in the currency, otherwise those of their role, otherwise those for any
 * other currency. Whoever is limited in some currency, and in this one by nothing, needs approval for every order: the service may sell
 * in a currency that nobody has thought of. While the account may be in the hands of others, it may spend what each of them may at
 * most. Null: there is no limit at all.
 */
export async function limitInForce(request: MemberRequest, currency: string): Promise<LimitAmounts | null> {
  const { db, environment } = request;
  return ofAllHands(request, db, await limitsOutside(db).execute({ environment }), currency);
}

/** The same within a transaction. */
export async function limitInForceWithin(
  tx: Transaction,
  request: MemberRequest,
  currency: string,
): Promise<LimitAmounts | null> {
  const { environment } = request;
  return ofAllHands(request, tx, await selectLimits(tx).execute({ environment }), currency);
}

/** The limit of a member, or of one with this role, whoever may have the account in their hands. */
export async function limitOf(
  tx: Transaction,
  environment: Environment,
  spender: Spender,
  currency: string,
): Promise<LimitAmounts | null> {
  return inForce(await selectLimits(tx).execute({ environment }), spender, currency);
}

/** Whether nothing limits what a member may spend in a currency. */
export async function isUnlimited(
  db: Database | Transaction,
  { environment, memberId: id, currency }: { environment: Environment; memberId: string; currency: string },
): Promise<boolean> {
  const rows = await selectLimits(db).execute({ environment });
  const spenders = await readSpenders(db, [id]);
  return spenders.every((spender) => inForce(rows, spender, currency) === null);
}

async function ofAllHands(
  request: MemberRequest,
  db: Database | Transaction,
  rows: readonly LimitRow[],
  currency: string,
): Promise<LimitAmounts | null> {
  const { actor } = request;
  if (rows.length === 0) return null;
  const hands = await handsOf(request, db, actor.id);
  // What a service token may spend is decided when it is made or given another limit.
  const makers = [...hands].filter(([id, hold]) => id !== actor.id && hold !== "token");
  const others = await readSpenders(
    db,
    makers.map(([id]) => id),
  );
  return [actor, ...others].map((spender) => inForce(rows, spender, currency)).reduce(strictest, null);
}

async function readSpenders(db: Database | Transaction, ids: readonly string[]): Promise<Spender[]> {
  if (ids.length === 0) return [];
  return db
    .select({ id: members.id, role: members.role })
    .from(members)
    .where(inArray(members.id, [...ids]));
}

function inForce(rows: readonly LimitRow[], spender: Spender, wanted: string): LimitAmounts | null {
  const theirs = rows.filter((row) => row.memberId === spender.id || row.role === spender.role);
  const of = (code: string) => ownFirst(theirs.filter((row) => row.currency === code));
  const limit = of(limitCurrency(wanted)) ?? of(ANY_OTHER_CURRENCY);
  return limit ?? (theirs.length === 0 ? null : ASKS);
}

function ownFirst(rows: readonly LimitRow[]): LimitRow | undefined {
  return rows.find((row) => row.memberId !== null) ?? rows[0];
}
