import "server-only";
import { eq, sql } from "drizzle-orm";
import type { CurrencyUnits, StateUnits } from "#lib/contracts/money/currencyUnits.ts";
import { hasKnownUnits, isoCurrency } from "#lib/money/currencies.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { isOpenTo, requirePermission } from "#server/context/requirePermission.ts";
import { requireRecentSignIn } from "#server/context/requireRecentSignIn.ts";
import { lockUntilCommit } from "#server/db/advisoryLock.ts";
import { catalogProducts } from "#server/db/schema/catalog.ts";
import { currencyUnits, walletBalances } from "#server/db/schema/service.ts";
import { loadUnits } from "#server/context/loadUnits.ts";

/**
 * The currencies of this environment that ISO 4217 does not know, of one in which the member may do anything, and what was stated of any.
 * @throws AppError `forbidden`.
 */
export async function readCurrencyUnits(request: MemberRequest): Promise<CurrencyUnits> {
  requirePermission(request, "settings.read");
  const { db, environment, actor } = request;
  if (!isOpenTo(actor)) return { stated: await loadUnits(db), unknown: [] };
  const currencyCode = sql<string>`${catalogProducts.product} ->> 'currencyCode'`;
  const [stated, ofProducts, ofWallet] = await Promise.all([
    loadUnits(db),
    db
      .selectDistinct({ currency: currencyCode })
      .from(catalogProducts)
      .where(sql`${catalogProducts.environment} = ${environment} and ${currencyCode} is not null`),
    db
      .selectDistinct({ currency: walletBalances.currency })
      .from(walletBalances)
      .where(eq(walletBalances.environment, environment)),
  ]);
  const all = [...ofProducts, ...ofWallet].map(({ currency }) => currency);
  const unknown = new Map(all.map((currency) => [currency.toUpperCase(), currency]));
  return {
    stated,
    unknown: [...unknown.values()]
      .filter((currency) => currency !== "" && !hasKnownUnits(currency))
      .toSorted(),
  };
}

/**
 * States how many decimals amounts in a currency have, for both environments; null: nobody knows any more, and nothing can be ordered in it.
 * Audited with the previous number.
 * @throws AppError `forbidden`, `reauthentication-required`, `validation` for a currency of ISO 4217.
 */
export async function stateCurrencyUnits(
  request: MemberRequest,
  { currency: given, decimals }: StateUnits,
): Promise<CurrencyUnits> {
  requirePermission(request, "settings.change");
  await requireRecentSignIn(request);
  if (isoCurrency(given) !== null) {
    const message = `The decimals of ${given} are those of ISO 4217.`;
    throw new AppError("validation", message, { fields: { currency: message } });
  }
  const { clock, actor } = request;
  const currency = given.toUpperCase();
  const own = eq(currencyUnits.currency, currency);
  await request.db.transaction(async (tx) => {
    // Changes are serialised, so that the record of each has the previous number.
    await lockUntilCommit(tx, "currency-units");
    const [before] = await tx.select({ decimals: currencyUnits.decimals }).from(currencyUnits).where(own);
    if ((before?.decimals ?? null) === decimals) return;
    if (decimals === null) await tx.delete(currencyUnits).where(own);
    else {
      const set = { decimals, updatedAt: clock.now(), updatedBy: actor.id };
      await tx
        .insert(currencyUnits)
        .values({ currency, ...set })
        .onConflictDoUpdate({ target: currencyUnits.currency, set });
    }
    await recordAudit(tx, {
      at: clock.now(),
      actorId: actor.id,
      action: "currency.units-stated",
      details: { currency, decimals, before: before?.decimals ?? null },
    });
  });
  return readCurrencyUnits(request);
}
