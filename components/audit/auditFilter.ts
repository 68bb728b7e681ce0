import { MAX_AUDIT_SEARCH } from "#lib/contracts/auditLimits.ts";
import type { AuditFilter } from "#lib/queries/audit.ts";

/** The filters in the address: days as people choose them, in their own time zone. */
export type AuditChoice = { q: string; member: string; action: string; from: string; to: string };

/** The names of the choice in the address. */
export const CHOICES = ["q", "member", "action", "from", "to"] as const;
export const NO_CHOICE: AuditChoice = { q: "", member: "", action: "", from: "", to: "" };

export function readChoice(search: Pick<URLSearchParams, "get">): AuditChoice {
  const read = (name: keyof AuditChoice) => search.get(name) ?? "";
  return { q: read("q"), member: read("member"), action: read("action"), from: read("from"), to: read("to") };
}

/** The instants of the chosen days: from the first midnight to the one after the last day. What is not valid is left out. */
export function filterOf({ q, member, action, from, to }: AuditChoice): AuditFilter {
  return {
    q: q.trim() === "" ? undefined : q.trim().slice(0, MAX_AUDIT_SEARCH),
    member: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(member) ? member : undefined,
    action: /^[a-z-]+\.[a-z-]+$/.test(action) ? action : undefined,
    from: midnight(from, 0),
    to: midnight(to, 1),
  };
}

function midnight(day: string, daysLater: number): string | undefined {
  const [year, month, date] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? []).slice(1).map(Number);
  if (year === undefined || month === undefined || date === undefined) return undefined;
  const at = new Date(year, month - 1, date + daysLater);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
