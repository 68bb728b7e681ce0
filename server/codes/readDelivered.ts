import "server-only";
import { MINUTE, type Instant } from "#lib/time/instant.ts";
import type { DeskRequest } from "#server/context/context.ts";
import { processSingleton } from "#server/context/processSingleton.ts";
import { serviceCallError } from "#server/context/serviceCallError.ts";
import type { ServiceClient } from "#server/service/client.ts";
import type { OrderAnswer } from "#server/service/readers/answers.ts";

/** As long as codes stay on the screen: paging through them asks the service once. */
const KEPT_MS = MINUTE;
/** Of a hundred thousand codes each, at worst 15 MB. */
const KEPT_READS = 8;

type Read = { at: Instant; answer: Promise<OrderAnswer>; timer: NodeJS.Timeout };

/**
 * What the service says of an order with codes, for one member: read once for the pages of one reveal, kept in this process's memory
 * for a minute and nowhere else.
 * @throws the DeskError of a failed call, which is not kept.
 */
export async function readDelivered(
  request: DeskRequest,
  service: ServiceClient,
  order: { orderRow: string; reference: string },
): Promise<OrderAnswer> {
  const reads = processSingleton("delivered-codes", () => new Map<string, Read>());
  const key = `${request.environment}\n${order.orderRow}\n${request.actor.id}`;
  const now = request.clock.now();
  const known = reads.get(key);
  if (known !== undefined && now - known.at < KEPT_MS) return known.answer;
  const forget = (): void => {
    const read = reads.get(key);
    if (read === undefined || read.answer !== answer) return;
    clearTimeout(read.timer);
    reads.delete(key);
  };
  const answer = service.readOrder(order.reference, { orderRow: order.orderRow }).then((given) => {
    if (given.ok) return given.value;
    forget();
    throw serviceCallError(given.failure);
  });
  if (known !== undefined) clearTimeout(known.timer);
  reads.delete(key);
  reads.set(key, { at: now, answer, timer: setTimeout(forget, KEPT_MS).unref() });
  const [oldest] = reads.keys();
  if (reads.size > KEPT_READS && oldest !== undefined) {
    clearTimeout(reads.get(oldest)?.timer);
    reads.delete(oldest);
  }
  return answer;
}
