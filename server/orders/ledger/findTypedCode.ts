import "server-only";
import type { MemberRequest } from "#server/context/context.ts";
import { requireService } from "#server/context/requireService.ts";
import { serviceCallError } from "#server/context/serviceCallError.ts";
import { timeoutOf } from "#server/serviceLimits/timeoutOf.ts";
import { adoptFound } from "./adoptFound.ts";
import { isDeliveredCode } from "./codeSearch.ts";
import { findByReference } from "./ledgerRow.ts";
import { requireOrder } from "./requireOrder.ts";
import { takeFromShare } from "#server/serviceLimits/memberShare.ts";

/** Does not repeat the text, which is a code. */
const DELIVERED =
  "This order reference is a code that was delivered to you. Choose another, or leave it blank to generate one.";

/**
 * What is known of a typed order reference. `unknown`: the service asks us to slow down, so it is looked up before the order's first
 * attempt (checkCode). `delivered`: it is a code that the service delivered, and must not go out in the address of a call.
 */
export type TypedCode =
  | { is: "free" }
  | { is: "unknown" }
  | { is: "delivered"; message: string }
  | { is: "taken"; reference: string; message: string };

/**
 * Whether an order reference that a person typed already belongs to an order, here or at the service
 * (docs/service-interface.md §10.2): the service would answer with that one, and nothing would be bought.
 * @throws AppError `too-many` beyond the member's share, or when the service does not answer.
 */
export async function findTypedCode(request: MemberRequest, code: string): Promise<TypedCode> {
  const message = `The order reference ${code} already belongs to an order. Choose another, or leave it blank to generate one.`;
  const here = await findByReference(request.db, request.environment, code);
  if (here !== null) return { is: "taken", reference: code, message };
  const service = requireService(request);
  await takeFromShare(request, "reference");
  if (await isDeliveredCode(request, code)) return { is: "delivered", message: DELIVERED };
  const timeout = await timeoutOf(request, request.environment);
  const answer = requireOrder(await service.readOrder(code, timeout));
  if (answer.ok) {
    await adoptFound(request, code, answer.value);
    return { is: "taken", reference: code, message };
  }
  if (answer.failure.kind === "not_found") return { is: "free" };
  if (answer.failure.kind === "throttled") return { is: "unknown" };
  throw serviceCallError(answer.failure);
}
