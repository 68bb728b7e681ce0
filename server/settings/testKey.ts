import "server-only";
import type { KeySlot, TestedKey } from "#lib/contracts/serviceKeys.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { requireService } from "#server/context/requireService.ts";
import { describeFailure } from "#server/context/serviceCallError.ts";

/** A person waits for it. */
const TIMEOUT_MS = 10_000;

/**
 * Asks the service for the wallet with one key of this environment, and with no other. What comes back is not shown, only whether the
 * key was accepted. Which key other calls go with stays as it is.
 * @throws AppError `forbidden`, `not-configured`, `not-found` for a key that is not configured.
 */
export async function testKey(request: MemberRequest, { slot }: { slot: KeySlot }): Promise<TestedKey> {
  requirePermission(request, "settings.read");
  const service = requireService(request);
  if (!service.keys().some((key) => key.slot === slot))
    throw new AppError("not-found", "No standby key is configured.");
  const answer = await service.readWallet({ key: slot, timeoutMs: TIMEOUT_MS });
  if (answer.ok) return { outcome: "accepted", message: null };
  const isRefused = answer.failure.kind === "unauthorised";
  return { outcome: isRefused ? "refused" : "unclear", message: describeFailure(answer.failure) };
}
