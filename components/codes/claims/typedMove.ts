import type { MoveClaimRequest } from "#lib/contracts/claims/claims.ts";
import { readNeutralAmount } from "#lib/money/typedAmount.ts";
import { asciiDigits } from "#lib/text/asciiDigits.ts";

/** What is typed to bring a claim to another state; the amount as neutral text (lib/money/typedAmount.ts). */
export type TypedMove = {
  supplierReference: string;
  reason: string;
  order: string;
  number: string;
  currency: string;
  amount: string;
  day: string;
};
export type MoveErrors = Partial<Record<keyof TypedMove, string>>;

export function startOfMove(): TypedMove {
  return { supplierReference: "", reason: "", order: "", number: "1", currency: "", amount: "", day: "" };
}

/** The request that was typed, or what is wrong with its fields. */
export function readTypedMove(
  to: MoveClaimRequest["to"],
  typed: TypedMove,
): { request: MoveClaimRequest | null; errors: MoveErrors } {
  switch (to) {
    case "sent":
      return { request: { to, supplierReference: typed.supplierReference }, errors: {} };
    case "withdrawn":
      return { request: { to }, errors: {} };
    case "refused":
      return typed.reason.trim() === ""
        ? { request: null, errors: { reason: "Enter why it was refused." } }
        : { request: { to, reason: typed.reason }, errors: {} };
    case "replaced":
      return readReplacement(typed);
    case "credited":
      return readCredit(typed);
  }
}

function readReplacement(typed: TypedMove) {
  const order = typed.order.trim();
  const digits = asciiDigits(typed.number.trim());
  const number = /^\d{1,7}$/.test(digits) ? Number(digits) : 0;
  const errors: MoveErrors = {
    ...(order === "" ? { order: "Enter an order reference." } : {}),
    ...(number < 1 ? { number: "Enter the number of a code, from 1." } : {}),
  };
  const isRight = Object.keys(errors).length === 0;
  return { request: isRight ? { to: "replaced" as const, order, number } : null, errors };
}

function readCredit(typed: TypedMove) {
  const currency = typed.currency.trim().toUpperCase();
  const read = readNeutralAmount(typed.amount, currency === "" ? null : currency);
  const errors: MoveErrors = {
    ...(currency === "" ? { currency: "Enter a currency, such as EUR." } : {}),
    ...(read.ok ? (read.minor > 0 ? {} : { amount: "Enter more than nothing." }) : { amount: read.message }),
    ...(typed.day === "" ? { day: "Choose a day." } : {}),
  };
  const isRight = Object.keys(errors).length === 0 && read.ok;
  const { day } = typed;
  return {
    request: isRight ? { to: "credited" as const, currency, amount: read.minor, day } : null,
    errors,
  };
}
