import "server-only";
import { and, eq, sql } from "drizzle-orm";
import type { MoveClaimRequest } from "#lib/contracts/claims/claims.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { lockUntilCommit } from "#server/db/advisoryLock.ts";
import type { Transaction } from "#server/db/connect.ts";
import { claims } from "#server/db/schema/claims.ts";
import { readMovement } from "#server/wallet/readHistory.ts";

/** A credit that a member has named, and how much came into the wallet on its day beyond what orders explain. */
export type Credit = Extract<MoveClaimRequest, { to: "credited" }> & { cameIn: number };

/** @throws AppError `forbidden`. */
export async function readCredit(request: MemberRequest, credit: Omit<Credit, "cameIn">): Promise<Credit> {
  requirePermission(request, "wallet.read");
  const movement = await readMovement(request, credit.currency, credit.day);
  return { ...credit, cameIn: Math.max(0, movement?.unexplained ?? 0) };
}

/**
 * Requires that as much came in as is credited, beyond what other claims were credited with. Takes a lock, so that two claims cannot use
 * the same money.
 * @throws AppError `validation`.
 */
export async function requireLeft(
  tx: Transaction,
  { environment }: MemberRequest,
  { currency, day, amount, cameIn }: Credit,
): Promise<void> {
  await lockUntilCommit(tx, `credit ${environment} ${currency} ${day}`);
  const [others] = await tx
    .select({ credited: sql<string>`coalesce(sum(${claims.creditAmount}), 0)` })
    .from(claims)
    .where(
      and(
        eq(claims.environment, environment),
        eq(claims.creditCurrency, currency),
        eq(claims.creditDay, day),
        eq(claims.state, "credited"),
      ),
    );
  const left = Math.max(0, cameIn - Number(others?.credited ?? 0));
  if (amount <= left) return;
  const what =
    cameIn === 0
      ? `The balance in ${currency} did not rise on this day (UTC) beyond what orders explain.`
      : `Of what came in on this day (UTC), ${formatAmount(left, currency)} is not used by other claims.`;
  throw new AppError("validation", `${what} See the movements on the page Wallet.`, {
    fields: cameIn === 0 ? { day: what } : { amount: what },
  });
}
