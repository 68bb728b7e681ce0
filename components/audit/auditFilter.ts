import { MAX_AUDIT_SEARCH } from "#lib/contracts/audit/auditLimits.ts";
import type { AuditFilter } from "#lib/contracts/audit/audit.ts";
import { periodOfDays } from "#lib/time/periodOfDays.ts";

/** The filters in the address: days as members choose them, in their own time zone. */
export type AuditChoice = { q: string; member: string; action: string; from: string; to: string };

/** The names of the filters in the address. */
export const CHOICES = ["q", "member", "action", "from", "to"] as const;
export const NO_CHOICE: AuditChoice = { q: "", member: "", action: "", from: "", to: "" };

export function readChoice(search: Pick<URLSearchParams, "get">): AuditChoice {
  const read = (name: keyof AuditChoice) => search.get(name) ?? "";
  return { q: read("q"), member: read("member"), action: read("action"), from: read("from"), to: read("to") };
}

/** The instants of the chosen days in `zone`: from the beginning of the first to the end of the last. Invalid parts are left out. */
export function filterOf({ q, member, action, from, to }: AuditChoice, zone: string): AuditFilter {
  return {
    q: q.trim() === "" ? undefined : q.trim().slice(0, MAX_AUDIT_SEARCH),
    member: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(member) ? member : undefined,
    action: /^[a-z-]+\.[a-z-]+$/.test(action) ? action : undefined,
    ...periodOfDays({ from, to }, zone),
  };
}
