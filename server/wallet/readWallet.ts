import "server-only";
import { desc, eq } from "drizzle-orm";
import type { Environment } from "#lib/contracts/environment.ts";
import type { WalletReading, WalletView } from "#lib/contracts/money/wallet.ts";
import { toIso, type Instant } from "#lib/time/instant.ts";
import { describeFailure, serviceCallError } from "#server/context/serviceCallError.ts";
import { boundedJson } from "#server/db/boundedJson.ts";
import type { MemberRequest, Program } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { requireService } from "#server/context/requireService.ts";
import { walletSnapshots } from "#server/db/schema/service.ts";
import { keepBalances } from "#server/serviceLimits/keepBalances.ts";
import { timeoutOf } from "#server/serviceLimits/timeoutOf.ts";

/**
 * The wallet from the service (docs/service-interface.md §4.1), stored as a snapshot. When the service does not answer, the last
 * stored snapshot, marked stale and with its own time. What could not be read is in `raw`, never shown as zero.
 * @throws AppError `forbidden`, `not-configured`, and the service's failure if there is no snapshot.
 */
export async function readWallet(request: MemberRequest): Promise<WalletView> {
  requirePermission(request, "wallet.read");
  const { environment } = request;
  const service = requireService(request);
  const answer = await service.readWallet(await timeoutOf(request, environment));
  if (answer.ok) {
    const now = request.clock.now();
    await keepSnapshot(request, environment, answer.value, now);
    return { ...answer.value, asOf: toIso(now), stale: false, staleReason: null };
  }
  const [last] = await latestSnapshot(request, environment);
  if (!last) throw serviceCallError(answer.failure);
  return { ...last.reading, asOf: toIso(last.at), stale: true, staleReason: describeFailure(answer.failure) };
}

/** Reads the wallet for its history, when nobody has it open. A failure is made good by the next run. */
export async function takeWalletSnapshot(program: Program, environment: Environment): Promise<boolean> {
  const answer = await program.services[environment]?.readWallet(await timeoutOf(program, environment));
  if (answer?.ok !== true) return false;
  await keepSnapshot(program, environment, answer.value, program.clock.now());
  return true;
}

function latestSnapshot({ db }: Pick<Program, "db">, environment: Environment) {
  return db
    .select()
    .from(walletSnapshots)
    .where(eq(walletSnapshots.environment, environment))
    .orderBy(desc(walletSnapshots.id))
    .limit(1);
}

/** A wallet that has not changed is stored as one row, however often it is read. */
async function keepSnapshot(
  program: Program,
  environment: Environment,
  reading: WalletReading,
  now: Instant,
): Promise<void> {
  const kept = forDatabase(reading);
  await keepBalances(program.db, { environment, reading: kept, at: now, orderRow: null });
  const [last] = await latestSnapshot(program, environment);
  if (last?.source === "wallet" && sameReading(last.reading, kept)) {
    await program.db.update(walletSnapshots).set({ at: now }).where(eq(walletSnapshots.id, last.id));
    return;
  }
  await program.db.insert(walletSnapshots).values({ environment, at: now, source: "wallet", reading: kept });
}
/** Ignores the order of keys, which PostgreSQL's jsonb does not keep. */
function sameReading(one: WalletReading, other: WalletReading): boolean {
  return canonical(one) === canonical(other);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** If the database cannot store a record, its balances are stored without it; they are what is shown while the service is unreachable. */
function forDatabase(reading: WalletReading): WalletReading {
  const kept = boundedJson(reading);
  if (!("notKept" in kept)) return kept;
  const balances = boundedJson(reading.balances);
  return { balances: "notKept" in balances ? [] : balances, raw: kept };
}
