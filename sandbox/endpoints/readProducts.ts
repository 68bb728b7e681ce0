import { CHOICES } from "#sandbox/interface/choices.ts";
import { listBody, singleBody, wrapped } from "#sandbox/dialect/catalogBodies.ts";
import { limitsOf } from "#sandbox/dialect/limits.ts";
import { MESSAGES } from "#sandbox/interface/messages.ts";
import { type Reply, refusal } from "#sandbox/http/reply.ts";
import type { Service } from "#sandbox/state/service.ts";
import { fetchedProduct } from "#sandbox/catalog/atMoment.ts";
import { hostileRecord } from "#sandbox/catalog/hostile.ts";
import type { Filters } from "#sandbox/catalog/list.ts";

/** GET /catalog/products (docs/service-interface.md §4.2). */
export function readProducts(service: Service, query: URLSearchParams): Reply {
  const skip = whole(query.get("skip"), 0, 0, Number.MAX_SAFE_INTEGER);
  const take = whole(query.get("take"), CHOICES.takeDefault, 1, CHOICES.takeMaximum);
  if (skip === null) return refusal(400, "skip must be an integer of at least 0");
  if (take === null) return refusal(400, `take must be an integer from 1 to ${CHOICES.takeMaximum}`);
  const filters: Filters = {};
  for (const name of CHOICES.filterNames) {
    const wanted = query.getAll(name).filter((value) => value !== "");
    if (wanted.length > 0) filters[name] = wanted;
  }
  const length = Math.min(take, limitsOf(service.dialect).pageSize);
  const page = service.listing.page(service.catalog, filters, skip, length, service.clock.now());
  return { status: 200, body: listBody(service.dialect, page, skip, length) };
}

/** GET /catalog/products/{productId} (docs/service-interface.md §4.3). */
export function readProduct(service: Service, productId: string): Reply {
  const id = /^[1-9][0-9]{0,14}$/.test(productId) ? Number(productId) : 0;
  const hostile = service.catalog === "hostile" ? hostileRecord(id) : undefined;
  if (hostile !== undefined) return { status: 200, body: wrapped(service.dialect, hostile.record) };
  const product = fetchedProduct(service, id);
  if (product === undefined) return refusal(404, MESSAGES.productNotFound(productId));
  return { status: 200, body: singleBody(service.dialect, product) };
}

/** Null when the text is not an integer in the range. */
function whole(text: string | null, fallback: number, least: number, most: number): number | null {
  if (text === null) return fallback;
  const value = /^[0-9]{1,15}$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : null;
}
