import "server-only";
import type { DeskRequest } from "#server/context/context.ts";
import { requireService } from "#server/context/requireService.ts";
import { serviceCallError } from "#server/context/serviceCallError.ts";
import { timeoutOf } from "#server/serviceState/timeoutOf.ts";
import { adoptFound } from "./adoptFound.ts";
import { findByReference } from "./ledgerRow.ts";

/**
 * Whether a code that a person typed already belongs to an order, here or at the service (docs/service-interface.md §10.2): the service would
 * answer with that one, and nothing would be bought. Null: it is free. Throws when the service cannot say.
 */
export async function findTypedCode(
  request: DeskRequest,
  code: string,
): Promise<{ reference: string; message: string } | null> {
  const message = `The code ${code} already belongs to an order. Choose another, or leave it empty for a new one.`;
  const here = await findByReference(request.db, request.environment, code);
  if (here !== null) return { reference: code, message };
  const service = requireService(request);
  const answer = await service.readOrder(code, await timeoutOf(request, request.environment));
  if (answer.ok) {
    await adoptFound(request, code, answer.value);
    return { reference: code, message };
  }
  if (answer.failure.kind === "not_found") return null;
  throw serviceCallError(answer.failure);
}
