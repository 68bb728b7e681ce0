import "server-only";
import { dayInWords } from "#lib/time/dayInWords.ts";
import type { auditRecords } from "#server/db/schema/audit.ts";

/** What is told of a report: that it is ready, or why it was paused. */
export function reportWords({
  action,
  details,
}: Pick<typeof auditRecords.$inferSelect, "action" | "details">): string {
  const { kind, view } = details;
  const of = typeof view === "string" ? `${String(kind)} “${view}”` : String(kind);
  return action === "report.stopped"
    ? `Your report ${of} was paused: ${String(details.problem)}`
    : `Your report ${of} of ${dayInWords(String(details.day))} is ready`;
}
