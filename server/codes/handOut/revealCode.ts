import "server-only";
import type { ShownCode } from "#lib/contracts/codes/codes.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requireStill } from "#server/context/requireStill.ts";
import { announceCodes, correctCount } from "#server/codes/announceCodes.ts";
import { currentCodeSettings, requireReason } from "#server/codes/codeSettings.ts";
import { codeFinder } from "./codeFinder.ts";
import { noteExposed } from "#server/codes/noteExposed.ts";
import { openOrderCodes } from "#server/codes/openOrderCodes.ts";
import { readDelivered } from "#server/codes/readDelivered.ts";
import { requireRelease } from "#server/codes/requireRelease.ts";

/** A code as it is known here. */
export type KnownCode = {
  reference: string;
  fingerprint: Buffer;
  productId: number | null;
  /** Its number in the order, for the record. */
  number: number;
  reason: string | undefined;
};

/**
 * Shows a single code that is known by its fingerprint: a reveal like any other, recorded before it is shown.
 * @throws the AppErrors of `openOrderCodes`; `validation` (no reason); `release-required`; `too-many`; `conflict` if the service no longer
 * lists it; or the failure of the service's call.
 */
export async function revealCode(request: MemberRequest, known: KnownCode): Promise<ShownCode> {
  const { number, fingerprint, productId } = known;
  const opened = await openOrderCodes(request, known.reference);
  const { row } = opened;
  const settings = await currentCodeSettings(request.db);
  const reason = requireReason(settings, known.reason);
  const announced = { count: 1, at: request.clock.now() };
  const release = await announceCodes(
    request,
    row,
    { action: "codes.revealed", count: 1, details: { first: number, reason } },
    (tx) => requireRelease(tx, request, row, { first: number, count: 1 }, settings, { isFile: false }),
  );
  let sent = 0;
  try {
    const { codes } = await readDelivered(request, opened);
    const code = codeFinder(request.fingerprintKey, codes)({ index: -1, fingerprint, productId });
    if (code === undefined)
      throw new AppError("conflict", "The service no longer lists this code, so it can't be shown.");
    await noteExposed(request, [code], "revealed");
    await requireStill(request, "codes.reveal");
    request.signal?.throwIfAborted();
    sent = 1;
    return code;
  } finally {
    await correctCount(request, row, announced, { count: sent, release });
  }
}
