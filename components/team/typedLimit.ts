import {
  limitCurrencySchema,
  type LimitAmounts,
  type SetLimitRequest,
  type SpendingLimit,
} from "#lib/contracts/team/limits.ts";
import type { MemberView } from "#lib/contracts/team/member.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import type { RoleView } from "#lib/contracts/team/roles.ts";
import { toMajorText } from "#lib/money/minorUnits.ts";
import { readNeutralAmount } from "#lib/money/typedAmount.ts";

/**
 * The content of the form for a limit, as typed; amounts are neutral (lib/money/typedAmount.ts). `subject`: "role buyer", or
 * "member" and an id.
 */
export type TypedLimit = {
  subject: string;
  currency: string;
  perOrder: string;
  perDay: string;
  perMonth: string;
};

export const AMOUNT_LABELS = [
  ["perOrder", "Per order"],
  ["perDay", "Per day"],
  ["perMonth", "Per month"],
] as const satisfies readonly (readonly [keyof LimitAmounts, string])[];

export const NO_AMOUNTS: LimitAmounts = { perOrder: null, perDay: null, perMonth: null };

/** The initial content of the form. */
export function startOf(known: SpendingLimit | null): TypedLimit {
  if (known === null) return { subject: "role buyer", currency: "", perOrder: "", perDay: "", perMonth: "" };
  const { subject, currency } = known;
  const text = (amount: number | null) => (amount === null ? "" : toMajorText(amount, currency));
  return {
    subject: "role" in subject ? `role ${subject.role}` : `member ${subject.memberId}`,
    currency,
    perOrder: text(known.perOrder),
    perDay: text(known.perDay),
    perMonth: text(known.perMonth),
  };
}

/** Whom a limit can apply to: roles and active members who place orders in the environment, and those who already have one. */
export function subjectOptions(
  members: readonly MemberView[],
  allRoles: readonly RoleView[],
  environment: Environment,
  known: SpendingLimit | null,
): { value: string; label: string }[] {
  const buyers = allRoles.filter(({ grants }) => grants[environment].includes("orders.place"));
  const isKnown = (value: string) => known !== null && startOf(known).subject === value;
  const roles = allRoles.map((role) => ({
    value: `role ${role.id}`,
    label: `Role: ${role.name}`,
    isOffered: buyers.includes(role),
  }));
  const people = members.map(({ id, name, role, disabledAt }) => ({
    value: `member ${id}`,
    label: name,
    isOffered: disabledAt === null && buyers.some((each) => each.id === role),
  }));
  return [...roles, ...people]
    .filter(({ value, isOffered }) => isOffered || isKnown(value))
    .map(({ value, label }) => ({ value, label }));
}

/** The typed currency; null if it is not one. */
export function currencyOf(typed: TypedLimit): string | null {
  return limitCurrencySchema.safeParse(typed.currency).data ?? null;
}

/**
 * What to save of the typed limit, or what has to be corrected first. Only amounts that differ from `known`, the limit that the form
 * began with, so that those stay that somebody else has set meanwhile.
 */
export function limitOf(
  typed: TypedLimit,
  known: SpendingLimit | null,
): {
  limit: SetLimitRequest | null;
  errors: Partial<Record<keyof TypedLimit, string>>;
} {
  const errors: Partial<Record<keyof TypedLimit, string>> = {};
  const currency = currencyOf(typed) ?? "";
  if (currency === "") errors.currency = "Choose a currency, such as EUR, or any other.";
  const amounts: Partial<LimitAmounts> = {};
  for (const [name] of AMOUNT_LABELS) {
    const parsed = readAmount(typed[name], currency);
    if (!parsed.ok) errors[name] = parsed.message;
    else if (parsed.minor !== (known?.[name] ?? null)) amounts[name] = parsed.minor;
  }
  const hasAmount = AMOUNT_LABELS.some(([name]) => typed[name].trim() !== "");
  if (!hasAmount) errors.perOrder = "Enter at least one amount. 0 means that every order needs approval.";
  const subject = subjectOf(typed.subject);
  if (subject === null) errors.subject = "Choose who it applies to.";
  if (subject === null || Object.keys(errors).length > 0) return { limit: null, errors };
  return { limit: { subject, currency, ...amounts }, errors };
}

function readAmount(text: string, currency: string) {
  return text.trim() === "" ? ({ ok: true, minor: null } as const) : readNeutralAmount(text, currency);
}

function subjectOf(value: string): SetLimitRequest["subject"] | null {
  if (value.startsWith("role ")) return { role: value.slice("role ".length) };
  return value.startsWith("member ") ? { memberId: value.slice("member ".length) } : null;
}
