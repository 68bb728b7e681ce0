import "server-only";
import type { Allowances } from "#lib/contracts/orders/allowances.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { allowancesNow } from "#server/orders/rules/rules.ts";

/**
 * How many codes of products may still be ordered now, of those that a rule limits.
 * @throws AppError `forbidden`.
 */
export async function listAllowances(request: MemberRequest): Promise<Allowances> {
  requirePermission(request, "orders.place");
  return { items: [...(await allowancesNow(request)).values()] };
}
