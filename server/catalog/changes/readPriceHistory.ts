import "server-only";
import { and, desc, eq } from "drizzle-orm";
import type { RecordedFields } from "#lib/contracts/catalog/changeKinds.ts";
import type { PriceHistory, PricePoint } from "#lib/contracts/catalog/priceHistory.ts";
import { toIso } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { catalogChanges, recordedProducts } from "#server/db/schema/catalog.ts";
import { readRecording } from "./readRecording.ts";

/** Of a product that changes all the time, the latest changes are shown. */
const MOST_CHANGES = 500;

/**
 * What a product of this environment has cost since changes are recorded (GET /api/catalog/products/{productId}/prices).
 * @throws AppError `forbidden`.
 */
export async function readPriceHistory(
  request: MemberRequest,
  { productId }: { productId: number },
): Promise<PriceHistory> {
  requirePermission(request, "catalog.read");
  const [changes, { recordedSince }] = await Promise.all([
    readChanges(request, productId),
    readRecording(request),
  ]);
  const [first] = changes;
  if (first === undefined) return { points: await pointOfToday(request, productId), recordedSince };
  // The first change that is kept says how the product was before it, unless it was not there.
  const before = first.kinds.includes("new")
    ? []
    : [pointOf(null, { ...first.after, ...first.before }, !first.kinds.includes("back"))];
  const points = changes.map(({ foundAt, after, kinds }) =>
    pointOf(toIso(foundAt), after, !kinds.includes("gone")),
  );
  return { points: withoutRepeats([...before, ...points]), recordedSince };
}

/** The changes of one product, the oldest first. */
async function readChanges({ db, environment }: MemberRequest, productId: number) {
  const latest = await db
    .select()
    .from(catalogChanges)
    .where(and(eq(catalogChanges.environment, environment), eq(catalogChanges.productId, productId)))
    .orderBy(desc(catalogChanges.foundAt), desc(catalogChanges.id))
    .limit(MOST_CHANGES);
  return latest.toReversed();
}

/** A product without changes has been the same since the beginning. */
async function pointOfToday({ db, environment }: MemberRequest, productId: number): Promise<PricePoint[]> {
  const rows = await db
    .select()
    .from(recordedProducts)
    .where(and(eq(recordedProducts.environment, environment), eq(recordedProducts.productId, productId)));
  return rows.map(({ fields, offered }) => pointOf(null, fields, offered));
}

function pointOf(at: string | null, fields: RecordedFields, offered: boolean): PricePoint {
  const { currencyCode, denomination, price } = fields;
  const { denominationMinValue, denominationMaxValue, denominationStep } = fields;
  return {
    at,
    offered,
    currencyCode,
    denomination,
    price,
    denominationMinValue,
    denominationMaxValue,
    denominationStep,
  };
}

function withoutTime({ at: _, ...point }: PricePoint): string {
  return JSON.stringify(point);
}

/** Leaves out the points of changes that are about something else, such as a name. */
function withoutRepeats(points: readonly PricePoint[]): PricePoint[] {
  return points.filter((point, place) => {
    const before = points[place - 1];
    return before === undefined || withoutTime(before) !== withoutTime(point);
  });
}
