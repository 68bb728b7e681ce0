import "server-only";
import { and, asc, eq } from "drizzle-orm";
import type { ChangeWalletLimit, WalletLimits } from "#lib/contracts/money/wallet.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requireOpenEnvironment, requirePermission } from "#server/context/requirePermission.ts";
import { requireRecentSignIn } from "#server/context/requireRecentSignIn.ts";
import { lockUntilCommit } from "#server/db/advisoryLock.ts";
import { walletLimits } from "#server/db/schema/service.ts";

/**
 * The balances below which members are warned, in the environment of the request.
 * @throws AppError `forbidden`.
 */
export async function readWalletLimits(request: MemberRequest): Promise<WalletLimits> {
  requirePermission(request, "wallet.read");
  const limits = await request.db
    .select({ currency: walletLimits.currency, amount: walletLimits.amount })
    .from(walletLimits)
    .where(eq(walletLimits.environment, request.environment))
    .orderBy(asc(walletLimits.currency));
  return { limits };
}

/**
 * Sets or removes the limit of one currency. Audited with the previous amount.
 * @throws AppError `forbidden`, `reauthentication-required`.
 */
export async function changeWalletLimit(
  request: MemberRequest,
  { currency, amount }: ChangeWalletLimit,
): Promise<WalletLimits> {
  requirePermission(request, "settings.change");
  requireOpenEnvironment(request);
  await requireRecentSignIn(request);
  const { environment, actor } = request;
  const now = request.clock.now();
  const own = and(eq(walletLimits.environment, environment), eq(walletLimits.currency, currency));
  await request.db.transaction(async (tx) => {
    // Changes are serialised, so that the record of each has the previous amount.
    await lockUntilCommit(tx, "wallet-limits");
    const [before] = await tx.select({ amount: walletLimits.amount }).from(walletLimits).where(own);
    if ((before?.amount ?? null) === amount) return;
    if (amount === null) await tx.delete(walletLimits).where(own);
    else {
      const set = { amount, updatedAt: now, updatedBy: actor.id };
      await tx
        .insert(walletLimits)
        .values({ environment, currency, ...set })
        .onConflictDoUpdate({ target: [walletLimits.environment, walletLimits.currency], set });
    }
    await recordAudit(tx, {
      at: now,
      environment,
      actorId: actor.id,
      action: "wallet.limit-changed",
      details: { currency, amount, before: before?.amount ?? null },
    });
  });
  return readWalletLimits(request);
}
