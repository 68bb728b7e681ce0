import "server-only";
import { and, eq, sql } from "drizzle-orm";
import { DIGEST_HOUR } from "#lib/contracts/notices/catalogNotices.ts";
import { dayOf } from "#lib/time/calendarDays.ts";
import { hourOf } from "#lib/time/hourOf.ts";
import { DAY, type Instant } from "#lib/time/instant.ts";
import { startOfDay } from "#lib/time/zonedDay.ts";
import type { Transaction } from "#server/db/connect.ts";
import { members } from "#server/db/schema/members.ts";
import { noticeChoices } from "#server/db/schema/notices.ts";

/** What a digest covers: whole days of its member. */
export type DigestPeriod = { from: Instant; until: Instant; days: { from: string; to: string } };

/** A digest covers no more than this, even if none could be made for longer. */
const LONGEST = 7 * DAY;

const zoneOf = (timeZone: string | null) => timeZone ?? "UTC";
const startOfToday = (now: Instant, zone: string) => startOfDay(dayOf(now, zone), zone) ?? now;

/** From now on: the first digest covers today. */
export async function beginDigests(tx: Transaction, memberId: string, now: Instant): Promise<void> {
  const [member] = await tx.select().from(members).where(eq(members.id, memberId));
  const today = startOfToday(now, zoneOf(member?.timeZone ?? null));
  await tx
    .update(noticeChoices)
    .set({
      digestedUntil: sql`greatest(${noticeChoices.digestedUntil}, ${sql.param(today, noticeChoices.digestedUntil)})`,
    })
    .where(eq(noticeChoices.memberId, memberId));
}

/**
 * Claims the days before today for one digest of a member, from seven o'clock on by their clock: whoever asks later, in whatever
 * process, gets null.
 */
export async function claimDigest(
  tx: Transaction,
  { id, timeZone }: { id: string; timeZone: string | null },
  now: Instant,
): Promise<DigestPeriod | null> {
  const zone = zoneOf(timeZone);
  if (hourOf(now, zone) < DIGEST_HOUR) return null;
  const until = startOfToday(now, zone);
  const isWanted = and(eq(noticeChoices.memberId, id), eq(noticeChoices.catalogChanges, "digest"));
  const [choices] = await tx.select().from(noticeChoices).where(isWanted).for("update");
  if (choices === undefined) return null;
  const since = choices.digestedUntil ?? until;
  if (since >= until) return null;
  await tx.update(noticeChoices).set({ digestedUntil: until }).where(isWanted);
  const from = Math.max(since, until - LONGEST);
  return { from, until, days: { from: dayOf(from, zone), to: dayOf(until - 1, zone) } };
}
