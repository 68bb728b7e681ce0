import type { AuditEntryView } from "#lib/contracts/audit/audit.ts";
import { isRecord } from "#lib/json/isRecord.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";
import { STATES } from "#lib/orders/lifecycle/states.ts";
import { AUDIT_ACTIONS, isAuditAction } from "./actions.ts";

/**
 * The name of an action. For one that an earlier version recorded, it is made from the action itself: "member.role-changed" is
 * "Member role changed".
 */
export function actionInWords(action: string): string {
  if (isAuditAction(action)) return AUDIT_ACTIONS[action];
  return sentenceCase(action);
}

function sentenceCase(name: string): string {
  const words = name.replaceAll(/[.\-_]/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Who did it: a member, Codedesk itself, or a person who could not sign in. */
export function actorInWords({ actor, action }: Pick<AuditEntryView, "actor" | "action">): string {
  if (actor !== null) return actor.name;
  return action === "member.sign-in-failed" ? "Unknown" : "Codedesk";
}

/** A state in the words of the list of orders; an unknown one stays unchanged. */
export function stateInWords(state: string): string {
  return Object.entries(STATES).find(([name]) => name === state)?.[1].word ?? state;
}

/** The details of a record as name and value, each short enough for one line. */
export function detailsInWords(details: Record<string, unknown>): { name: string; value: string }[] {
  const currency = typeof details.currency === "string" ? details.currency : null;
  return saidOf(details).map(([name, value]) => ({
    name: nameInWords(name),
    value: shorten(inWords(name, value, currency)),
  }));
}

function saidOf(details: Record<string, unknown>): [string, unknown][] {
  return Object.entries(details).filter(([, value]) => value !== null && value !== undefined && value !== "");
}

/** Details that are amounts in minor units, where the record names their currency. */
const AMOUNTS = new Set(["price", "perOrder", "perDay", "perMonth", "limit", "used"]);

function nameInWords(name: string): string {
  return sentenceCase(name.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase());
}

function inWords(name: string, value: unknown, currency: string | null): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map((each) => inWords(name, each, currency)).join(", ");
  if (typeof value === "number" && currency !== null && AMOUNTS.has(name) && Number.isSafeInteger(value)) {
    return formatAmount(value, currency);
  }
  if (isRecord(value)) {
    const parts = saidOf(value).map(([part, of]) => `${nameInWords(part)}: ${inWords(part, of, currency)}`);
    return parts.length === 0 ? "Nothing" : parts.join(", ");
  }
  return JSON.stringify(value) ?? "";
}

function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}
