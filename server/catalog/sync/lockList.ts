import "server-only";
import { sql } from "drizzle-orm";
import type { DeskRequest } from "#server/context/context.ts";
import type { Transaction } from "#server/db/connect.ts";

/**
 * Holds one list of this environment, a member's own or the team's, until the transaction ends: two changes at once can neither
 * pass its limit nor give the same name twice.
 */
export async function lockList(
  tx: Transaction,
  request: DeskRequest,
  what: "favourites" | "views",
  shared: boolean,
): Promise<void> {
  const list = `${what} ${request.environment} ${shared ? "team" : request.actor.id}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${list}, 0))`);
}
