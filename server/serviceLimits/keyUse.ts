import "server-only";
import { sql } from "drizzle-orm";
import type { Instant } from "#lib/time/instant.ts";
import type { Database } from "#server/db/connect.ts";
import { serviceKeys } from "#server/db/schema/service.ts";
import type { CallRecord } from "#server/serviceClient/client.ts";

const UNAUTHORISED = 401;

type KeyUse = typeof serviceKeys.$inferInsert;

/** Stores when each key was last accepted and last answered with 401: the latest that any instance has seen. */
export async function noteKeyUse(db: Database, calls: readonly CallRecord[]): Promise<void> {
  const seen = new Map<string, KeyUse>();
  for (const { key, environment, at, failure, statusCode } of calls) {
    if (key === null) continue;
    const known = seen.get(`${environment} ${key}`) ?? { environment, fingerprint: key };
    if (failure === null) known.lastSuccessAt = later(known.lastSuccessAt, at);
    if (statusCode === UNAUTHORISED) known.lastRefusedAt = later(known.lastRefusedAt, at);
    seen.set(`${environment} ${key}`, known);
  }
  const rows = [...seen.values()].filter(
    ({ lastSuccessAt, lastRefusedAt }) => lastSuccessAt !== undefined || lastRefusedAt !== undefined,
  );
  if (rows.length === 0) return;
  await db
    .insert(serviceKeys)
    .values(rows)
    .onConflictDoUpdate({
      target: [serviceKeys.environment, serviceKeys.fingerprint],
      set: {
        lastSuccessAt: sql`greatest(${serviceKeys.lastSuccessAt}, excluded.last_success_at)`,
        lastRefusedAt: sql`greatest(${serviceKeys.lastRefusedAt}, excluded.last_refused_at)`,
      },
    });
}

function later(one: Instant | null | undefined, other: Instant): Instant {
  return Math.max(one ?? 0, other);
}
