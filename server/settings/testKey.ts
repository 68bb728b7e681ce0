import "server-only";
import type { KeySlot, TestedKey } from "#lib/contracts/service/serviceKeys.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requireOpenEnvironment, requirePermission } from "#server/context/requirePermission.ts";
import { requireService } from "#server/context/requireService.ts";
import { describeFailure } from "#server/context/serviceCallError.ts";

/** A person waits for it. */
const TIMEOUT_MS = 10_000;

/**
 * Reads the wallet with one key of this environment and no other, to find out whether the service accepts the key. The balances
 * are not returned, and the key in use does not change.
 * @throws AppError `forbidden`, `not-configured`, `not-found` for a key that is not configured.
 */
export async function testKey(request: MemberRequest, { slot }: { slot: KeySlot }): Promise<TestedKey> {
  requirePermission(request, "settings.read");
  requireOpenEnvironment(request);
  const service = requireService(request);
  if (!service.keys().some((key) => key.slot === slot))
    throw new AppError("not-found", "No standby key is configured.");
  const answer = await service.readWallet({ key: slot, timeoutMs: TIMEOUT_MS });
  if (answer.ok) return { outcome: "accepted", message: null };
  const isRefused = answer.failure.kind === "unauthorised";
  return { outcome: isRefused ? "refused" : "unclear", message: describeFailure(answer.failure) };
}
