import "server-only";
import { dayInWords } from "#lib/time/dayInWords.ts";
import { counted } from "#lib/text/counts.ts";
import type { auditRecords } from "#server/db/schema/audit.ts";

type Recorded = Pick<typeof auditRecords.$inferSelect, "action" | "details">;

/** What a notice says of an order that waits long. */
export function overdueWords({ action, details }: Recorded): string {
  const hours = counted(Number(details.hours), "hour", "hours");
  return action === "order.passed-on"
    ? `has waited for ${hours} and was passed on to you`
    : `has waited for approval for ${hours}`;
}

/** Whom it was passed on to; a reminder is for everybody who approves. */
export function passedOnTo({ details }: Recorded): { only?: string[] } {
  const { memberIds } = details;
  return Array.isArray(memberIds) ? { only: memberIds.map(String) } : {};
}

/** Whom somebody stands in for, on which days (UTC). */
export function coverInWords({
  record: { details },
  about,
}: {
  record: Recorded;
  about: string | null;
}): string {
  const days = `from ${dayInWords(String(details.from))} to ${dayInWords(String(details.to))}`;
  return `You stand in for ${about ?? "another member"} ${days} (UTC)`;
}
