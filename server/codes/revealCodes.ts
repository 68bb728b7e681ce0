import "server-only";
import { isFound } from "#lib/codes/fieldRoles.ts";
import type { CodesPage, RevealRequest } from "#lib/contracts/codes.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requireStill } from "#server/context/requireStill.ts";
import { announceCodes, announceMore, correctCount } from "./announceCodes.ts";
import { currentCodeSettings, requireReason } from "./codeSettings.ts";
import { withHandOuts } from "./handedTo.ts";
import { noteExposed } from "./noteExposed.ts";
import { openOrderCodes } from "./openOrderCodes.ts";
import { requireRelease } from "./requireRelease.ts";
import { readDelivered, type DeliveredCodes } from "./readDelivered.ts";

/**
 * Shows delivered codes, read from the service for this request. The audit record is committed first: if it cannot be written,
 * nothing is shown.
 * @throws the AppErrors of `openOrderCodes`; `validation` (no reason); `release-required` (more in a day than the account allows
 * without a second member); `too-many` (over the hourly budget); or the failure of the
 * service's call.
 */
export async function revealCodes(
  request: MemberRequest,
  input: RevealRequest & { reference: string },
): Promise<CodesPage> {
  const opened = await openOrderCodes(request, input.reference);
  const { row } = opened;
  const settings = await currentCodeSettings(request.db);
  const reason = requireReason(settings, input.reason);
  const { skip, take, search } = input;
  // How many codes a search finds is known only once they are read: the most it can show is announced, and corrected afterwards.
  const most = (row.delivered ?? skip + take) - (search === undefined ? skip : 0);
  let announced = { count: Math.max(0, Math.min(take, most)), at: request.clock.now() };
  const first = search === undefined ? skip + 1 : null;
  const { count } = announced;
  const release = await announceCodes(
    request,
    row,
    { action: "codes.revealed", count, details: { first, reason } },
    (tx) => requireRelease(tx, request, row, { first: first ?? 1, count }, settings, false),
  );
  let sent = 0;
  try {
    const page = pageOf(await readDelivered(request, opened), input);
    // The answer may list more codes than were delivered as far as we knew.
    const found = page.items.length;
    if (found > announced.count) {
      await announceMore(request, row, announced, { count: found, release });
      announced = { ...announced, count: found };
    }
    await noteExposed(request, page.items, "revealed");
    // Read afterwards: what is handed out from now on is handed out as revealed.
    const items = await withHandOuts(request, page.items);
    await requireStill(request, "codes.reveal");
    // Nothing is written to a connection that was closed.
    request.signal?.throwIfAborted();
    sent = items.length;
    return { ...page, items };
  } finally {
    await correctCount(request, row, announced, { count: sent, release });
  }
}

function pageOf({ codes, ...about }: DeliveredCodes, { skip, take, search }: RevealRequest): CodesPage {
  const chosen = search === undefined ? codes : codes.filter(({ fields }) => isFound(fields, search));
  return { items: chosen.slice(skip, skip + take), total: chosen.length, ...about };
}
