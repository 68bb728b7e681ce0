import "server-only";
import { isFound } from "#lib/codes/fieldRoles.ts";
import type { CodesPage, RevealRequest } from "#lib/contracts/codes/codes.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requireStill } from "#server/context/requireStill.ts";
import type { Transaction } from "#server/db/connect.ts";
import { announceCodes, announceMore, correctCount } from "./announceCodes.ts";
import { currentCodeSettings, requireReason } from "./codeSettings.ts";
import { withHandOuts } from "./handedTo.ts";
import { noteExposed } from "./noteExposed.ts";
import { openOrderCodes } from "./openOrderCodes.ts";
import { requireRelease, type Chosen } from "./requireRelease.ts";
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
  const findRelease = (further: number, range: Chosen) => (tx: Transaction) =>
    requireRelease(tx, request, row, range, settings, { further, isFile: false });
  // A search may show any code of the order, so a release of some of them does not allow it.
  const known = row.delivered ?? (search === undefined ? skip + take : Number.MAX_SAFE_INTEGER - 1);
  let release = await announceCodes(
    request,
    row,
    { action: "codes.revealed", count, details: { first, reason } },
    findRelease(count, first === null ? { first: 1, count: known } : { first, count }),
  );
  let sent = 0;
  try {
    const delivered = await readDelivered(request, opened);
    const page = pageOf(delivered, input);
    // The answer may list more codes than were delivered as far as we knew.
    const found = Math.max(announced.count, page.items.length);
    const listed = delivered.codes.length;
    if (found > announced.count || (first === null && release !== null && listed > known)) {
      const range = first === null ? { first: 1, count: listed } : { first, count: found };
      const further = release === null ? found - announced.count : found;
      const more = await announceMore(request, row, announced, found, findRelease(further, range));
      // What a release did not cover was not counted as taken without one.
      if (release !== null && more === null) throw moreThanReleased();
      release = more;
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

function moreThanReleased(): AppError {
  return new AppError(
    "conflict",
    "The service lists more codes of this order than it had told of, and the release is for fewer. Reveal those that were released one page at a time, or ask for a release of all.",
  );
}

function pageOf({ codes, ...about }: DeliveredCodes, { skip, take, search }: RevealRequest): CodesPage {
  const chosen = search === undefined ? codes : codes.filter(({ fields }) => isFound(fields, search));
  return { items: chosen.slice(skip, skip + take), total: chosen.length, ...about };
}
