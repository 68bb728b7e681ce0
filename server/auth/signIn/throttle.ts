import "server-only";
import { createHmac } from "node:crypto";
import { and, count, eq, gt, inArray, lt, min } from "drizzle-orm";
import { HOUR } from "#lib/time/instant.ts";
import type { Program } from "#server/context/context.ts";
import { signInAttempts } from "#server/db/schema/members.ts";
import { ATTEMPTS_ALLOWED, ATTEMPT_WINDOW_MS } from "./limits.ts";

const KINDS = ["pair", "email", "client"] as const;
type Kind = (typeof KINDS)[number];

/** An attempt that was let in: counted as failed until {@link markSucceeded}. */
export type Admission =
  { admitted: true; attemptIds: string[] } | { admitted: false; retryAfterSeconds: number };

/**
 * Counts this attempt before its password is looked at, so that a hundred at once do not all see an empty count.
 * The same for addresses that no member has. A refused attempt is not counted: waiting ends the wait.
 */
export async function admitAttempt(
  program: Pick<Program, "db" | "clock">,
  secret: string,
  email: string,
  client: string,
): Promise<Admission> {
  const now = program.clock.now();
  const keys = { pair: `${email}\n${client}`, email, client };
  const hashes = new Map(KINDS.map((kind) => [kind, keyedHash(secret, kind, keys[kind])]));
  const inserted = await program.db
    .insert(signInAttempts)
    .values([...hashes.values()].map((key) => ({ key, at: now, succeeded: false })))
    .returning({ id: signInAttempts.id });
  const attemptIds = inserted.map((row) => row.id);

  const since = now - ATTEMPT_WINDOW_MS;
  const counts = await program.db
    .select({ key: signInAttempts.key, failures: count(), first: min(signInAttempts.at) })
    .from(signInAttempts)
    .where(
      and(
        inArray(signInAttempts.key, [...hashes.values()]),
        gt(signInAttempts.at, since),
        eq(signInAttempts.succeeded, false),
      ),
    )
    .groupBy(signInAttempts.key);
  const over = counts.filter((row) =>
    KINDS.some((kind) => row.key === hashes.get(kind) && row.failures > ATTEMPTS_ALLOWED[kind]),
  );
  if (over.length === 0) return { admitted: true, attemptIds };
  await program.db.delete(signInAttempts).where(inArray(signInAttempts.id, attemptIds));
  // Each key lets in again when its oldest failure stops counting.
  const until = Math.max(...over.map((row) => row.first ?? now)) + ATTEMPT_WINDOW_MS;
  return { admitted: false, retryAfterSeconds: Math.max(1, Math.ceil((until - now) / 1_000)) };
}

/** The password was right: the attempt no longer counts against anybody. Old attempts go at the same time. */
export async function markSucceeded(
  program: Pick<Program, "db" | "clock">,
  attemptIds: string[],
): Promise<void> {
  await program.db
    .update(signInAttempts)
    .set({ succeeded: true })
    .where(inArray(signInAttempts.id, attemptIds));
  await program.db.delete(signInAttempts).where(lt(signInAttempts.at, program.clock.now() - 24 * HOUR));
}

/** Keyed, so that the table gives nobody a list of addresses. */
function keyedHash(secret: string, kind: Kind, value: string): string {
  return createHmac("sha256", secret).update(`sign-in attempt, ${kind}\n${value}`).digest("base64url");
}
