import { isGeneratedCode } from "#lib/orders/references/externalCode.ts";
import type { OrderRecord } from "./orderRecord.ts";
import type { OrderReport } from "./orderReport.ts";

type Identity = Pick<OrderRecord, "orderId" | "externalOrderCode">;

/**
 * Whether an answer is about another order than ours: compared by the service's id if both have one, otherwise by the code that
 * we sent. A generated code is recognised in lower case too, because services change the case of codes.
 */
export function isAnotherOrder(
  record: Identity & Pick<OrderRecord, "origin">,
  report: Pick<OrderReport, keyof Identity>,
): boolean {
  if (record.orderId !== null && report.orderId !== null) return record.orderId !== report.orderId;
  const { origin, orderId, externalOrderCode: own } = record;
  const told = report.externalOrderCode;
  if (origin !== "placed" || !isOtherCode(own, told)) return false;
  // Asked for by its number, it is this one, in whatever way the service writes the code.
  return orderId === null || told?.trim().toUpperCase() !== own?.trim().toUpperCase();
}

/** Typed codes may differ only by case, generated ones do not. */
export function isOtherCode(own: string | null, told: string | null): boolean {
  if (told === null || told === own) return false;
  return own === null || !isGeneratedCode(own) || told.trim().toUpperCase() !== own;
}

/**
 * Whether a code cannot be ours in whatever way the service writes it: services change the case of codes, cut them, or put
 * something in front of them.
 */
export function isForeignCode(own: string | null, told: string | null): boolean {
  if (own === null || told === null) return false;
  const [ours, theirs] = [bare(own), bare(told)];
  return !ours.includes(theirs) && !theirs.includes(ours);
}

function bare(code: string): string {
  return code
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}
