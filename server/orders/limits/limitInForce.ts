import "server-only";
import { eq, inArray, sql } from "drizzle-orm";
import type { LimitAmounts } from "#lib/contracts/team/limits.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import { limitAmong, type LimitRow, type Spender } from "#lib/orders/limits/limitAmong.ts";
import { strictest } from "#lib/orders/limits/spendingLimit.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { handsOf } from "#server/context/handsOf.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { prepared } from "#server/db/prepared.ts";
import { orderLimits } from "#server/db/schema/limits.ts";
import { members } from "#server/db/schema/members.ts";

const { memberId, role, perOrder, perDay, perMonth } = orderLimits;

/** All of the environment: a few for each member at most. */
const limitsOfEnvironment = prepared((db) =>
  db
    .select({ memberId, role, currency: orderLimits.currency, perOrder, perDay, perMonth })
    .from(orderLimits)
    .where(eq(orderLimits.environment, sql.placeholder("environment")))
    .prepare("limits_of_environment"),
);

/**
 * What the member may spend here without approval: their own limits in the currency, otherwise those of their role, otherwise those for any
 * other currency. Whoever is limited in some currency, and in this one by nothing, needs approval for every order: the service may sell
 * in a currency that nobody has thought of. While the account may be in the hands of others, it may spend what each of them may at
 * most. Null: there is no limit at all.
 */
export async function limitInForce(
  request: MemberRequest,
  currency: string,
  db: Database | Transaction = request.db,
): Promise<LimitAmounts | null> {
  const rows = await limitsOfEnvironment(db).execute({ environment: request.environment });
  return ofAllHands(request, db, rows, currency);
}

/** The limit of a member, or of one with this role, whoever may have the account in their hands. */
export async function limitOf(
  tx: Transaction,
  environment: Environment,
  spender: Spender,
  currency: string,
): Promise<LimitAmounts | null> {
  return limitAmong(await limitsOfEnvironment(tx).execute({ environment }), spender, currency);
}

/** Whether nothing limits what a member may spend in a currency. */
export async function isUnlimited(
  db: Database | Transaction,
  { environment, memberId: id, currency }: { environment: Environment; memberId: string; currency: string },
): Promise<boolean> {
  const rows = await limitsOfEnvironment(db).execute({ environment });
  const spenders = await readSpenders(db, [id]);
  return spenders.every((spender) => limitAmong(rows, spender, currency) === null);
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
  return [actor, ...others].map((spender) => limitAmong(rows, spender, currency)).reduce(strictest, null);
}

async function readSpenders(db: Database | Transaction, ids: readonly string[]): Promise<Spender[]> {
  if (ids.length === 0) return [];
  return db
    .select({ id: members.id, role: members.role })
    .from(members)
    .where(inArray(members.id, [...ids]));
}
