import "server-only";
import { eq } from "drizzle-orm";
import type { Instant } from "#lib/time/instant.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { members } from "#server/db/schema/members.ts";
import { coveredBy } from "./coveredBy.ts";
import { AppError } from "./errors.ts";
import type { Hold } from "./handsOf.ts";

/**
 * Refuses a decision on what somebody asks for by whoever stands in for them, or has at any time since it was asked for, through any chain
 * of covers (docs/architecture.md#invariants, 18).
 * @param deciding in whose hands the deciding account may be; `asking`: the asking one, the asker first.
 * @throws AppError `forbidden`.
 */
export async function refuseCovered(
  db: Database | Transaction,
  { deciding, asking }: { deciding: ReadonlyMap<string, Hold>; asking: ReadonlyMap<string, Hold> },
  between: { since: Instant; now: Instant },
  isFree: (memberId: string) => Promise<boolean>,
): Promise<void> {
  const covered = new Set((await coveredBy(db, [...deciding.keys()], between)).map(({ id }) => id));
  const [asker] = asking.keys();
  for (const [id, hold] of asking) {
    if (!covered.has(id)) continue;
    // What one of those who ask may do alone would not have been asked for.
    if (id !== asker && hold !== "token" && (await isFree(id))) continue;
    const [member] = await db.select({ name: members.name }).from(members).where(eq(members.id, id));
    throw new AppError(
      "forbidden",
      `You stand in for ${member?.name ?? "the member who asks"}, or did since this was asked for, so you can't decide on it. Another member has to.`,
    );
  }
}
