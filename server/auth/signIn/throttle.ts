import "server-only";
import { createHmac } from "node:crypto";
import { and, count, eq, gt, inArray, lt, min } from "drizzle-orm";
import { DAY, SECOND } from "#lib/time/instant.ts";
import type { Program } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { signInAttempts } from "#server/db/schema/members.ts";
import { ATTEMPTS_ALLOWED, ATTEMPT_WINDOW_MS } from "./limits.ts";

type Budget = keyof typeof ATTEMPTS_ALLOWED;
const BUDGETS = [
  "pair",
  "email",
  "client",
  "device",
  "ownPassword",
  "secondFactor",
  "secondFactorDevice",
  "secondFactorSession",
] as const satisfies Budget[];
/** The budgets that an attempt counts against, and the owner of each. */
export type Budgets = Partial<Record<Budget, string>>;

/**
 * Counts an attempt as failed before its password is compared, so that a hundred concurrent attempts do not all see an empty
 * count. The same for addresses that no member has. A refused attempt is not counted, so retrying does not prolong the wait.
 * @returns the ids for {@link markSucceeded}.
 * @throws AppError `too-many` with `retryAfterSeconds`.
 */
export async function admitAttempt(
  program: Pick<Program, "db" | "clock">,
  secret: string,
  budgets: Budgets,
): Promise<string[]> {
  const now = program.clock.now();
  const allowed = new Map(
    budgetsOf(budgets).map(([budget, owner]) => [keyedHash(secret, budget, owner), ATTEMPTS_ALLOWED[budget]]),
  );
  const keys = [...allowed.keys()];
  const inserted = await program.db
    .insert(signInAttempts)
    .values(keys.map((key) => ({ key, at: now, succeeded: false })))
    .returning({ id: signInAttempts.id });
  const attemptIds = inserted.map((row) => row.id);

  const since = now - ATTEMPT_WINDOW_MS;
  const counts = await program.db
    .select({ key: signInAttempts.key, failures: count(), first: min(signInAttempts.at) })
    .from(signInAttempts)
    .where(
      and(
        inArray(signInAttempts.key, keys),
        gt(signInAttempts.at, since),
        eq(signInAttempts.succeeded, false),
      ),
    )
    .groupBy(signInAttempts.key);
  const over = counts.filter((row) => row.failures > (allowed.get(row.key) ?? 0));
  if (over.length === 0) return attemptIds;
  await program.db.delete(signInAttempts).where(inArray(signInAttempts.id, attemptIds));
  // A budget allows another attempt when its oldest failure expires.
  const until = Math.max(...over.map((row) => row.first ?? now)) + ATTEMPT_WINDOW_MS;
  throw new AppError("too-many", "Too many failed attempts. Wait a while, then try again.", {
    retryAfterSeconds: Math.max(1, Math.ceil((until - now) / SECOND)),
  });
}

/** Removes a successful attempt from all counts. Deletes old attempts at the same time. */
export async function markSucceeded(
  program: Pick<Program, "db" | "clock">,
  attemptIds: string[],
): Promise<void> {
  await program.db
    .update(signInAttempts)
    .set({ succeeded: true })
    .where(inArray(signInAttempts.id, attemptIds));
  await program.db.delete(signInAttempts).where(lt(signInAttempts.at, program.clock.now() - DAY));
}

function budgetsOf(budgets: Budgets): [Budget, string][] {
  return BUDGETS.flatMap((budget) => {
    const owner = budgets[budget];
    return owner === undefined ? [] : [[budget, owner] satisfies [Budget, string]];
  });
}

/** Keyed, so that the table reveals no addresses. */
function keyedHash(secret: string, budget: Budget, owner: string): string {
  return createHmac("sha256", secret).update(`sign-in attempt, ${budget}\n${owner}`).digest("base64url");
}
