import "server-only";
import { groupCodes, type GroupedCodes } from "#lib/codes/groupCodes.ts";
import { isAnotherOrder } from "#lib/orders/lifecycle/isAnotherOrder.ts";
import { MINUTE, SECOND, type Instant } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { processSingleton } from "#server/context/processSingleton.ts";
import { serviceCallError } from "#server/context/serviceCallError.ts";
import { aboutOrder } from "#server/orders/ledger/aboutOrder.ts";
import { rememberFingerprints } from "#server/orders/ledger/rememberFingerprints.ts";
import { anotherOrder, type CodesToOpen } from "./openOrderCodes.ts";
import { isAsConfirmed } from "./isAsConfirmed.ts";

/** All delivered codes of an order, by product. Kept in memory only: never log, never store. */
export type DeliveredCodes = GroupedCodes & {
  /** The shape of an answer in which none could be read. */
  shape?: string;
};

/** A little longer than codes stay on the screen, so that paging through them asks the service once. */
const KEPT_MS = 2 * MINUTE + 10 * SECOND;
/** The most reads that are cached, and the most codes in all of them: about 50 MB. */
const KEPT_READS = 8;
const KEPT_CODES = 250_000;

type Read = { at: Instant; delivered: Promise<DeliveredCodes>; size: number; timer: NodeJS.Timeout };

/**
 * What the service says of an order with codes, for one member: read once for the pages of one reveal, kept in this process's memory
 * for `KEPT_MS` and nowhere else. Fingerprints are remembered with each read.
 * Neither an answer without codes nor a failed call is kept.
 * @param isEnough whether a kept read has what is wanted of it; if not, the service is asked again.
 * @throws the AppError of a failed call; `service-failed` if the answer is another order's; `conflict` if it is not what was confirmed.
 */
export async function readDelivered(
  request: MemberRequest,
  opened: CodesToOpen,
  isEnough: (kept: DeliveredCodes) => boolean = () => true,
): Promise<DeliveredCodes> {
  const reads = processSingleton("delivered-codes", () => new Map<string, Read>());
  const key = `${request.environment}\n${opened.row.id}\n${request.actor.id}`;
  const now = request.clock.now();
  const known = reads.get(key);
  if (known !== undefined && now - known.at < KEPT_MS) {
    const kept = await known.delivered;
    if (isEnough(kept)) return kept;
  }
  if (known !== undefined) forget(reads, key, known);
  const delivered = readFromService(request, opened);
  const read: Read = { at: now, delivered, size: 0, timer: setTimeout(drop, KEPT_MS).unref() };
  function drop(): void {
    forget(reads, key, read);
  }
  reads.set(key, read);
  try {
    const answer = await delivered;
    read.size = answer.codes.length;
    // The service may have codes in a moment, so the next request asks again.
    if (read.size === 0) drop();
    makeRoom(reads);
    return answer;
  } catch (error) {
    drop();
    throw error;
  }
}

function forget(reads: Map<string, Read>, key: string, read: Read): void {
  clearTimeout(read.timer);
  if (reads.get(key) === read) reads.delete(key);
}

/** Removes the oldest reads until the rest fits. A read that is larger than the whole cache is not kept. */
function makeRoom(reads: Map<string, Read>): void {
  for (const [key, read] of reads) {
    const codes = [...reads.values()].reduce((sum, { size }) => sum + size, 0);
    if (reads.size <= KEPT_READS && codes <= KEPT_CODES) return;
    forget(reads, key, read);
  }
}

async function readFromService(
  request: MemberRequest,
  { row, reference, service }: CodesToOpen,
): Promise<DeliveredCodes> {
  const given = await service.readOrder(reference, aboutOrder(row));
  if (!given.ok) throw serviceCallError(given.failure);
  const { codes, codelessShape, report } = given.value;
  if (isAnotherOrder(row, report)) {
    throw new AppError(
      "service-failed",
      "The service answered with another order. No code is shown; tell the service's support.",
    );
  }
  if (!(await isAsConfirmed(request, row.id, report))) throw anotherOrder();
  await request.db.transaction((tx) => rememberFingerprints(tx, request, row, codes));
  return { ...groupCodes(codes, row), ...(codelessShape === undefined ? {} : { shape: codelessShape }) };
}
