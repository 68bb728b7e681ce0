import "server-only";
import { and, desc, eq, lt, or, type SQL } from "drizzle-orm";
import { AFFECTED_THINGS } from "#lib/contracts/catalog/changeFilters.ts";
import type { CatalogChange, ChangesPage, ChangesQuery } from "#lib/contracts/catalog/catalogChanges.ts";
import { toIso } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { slowRead } from "#server/context/slowRead.ts";
import { catalogChanges } from "#server/db/schema/catalog.ts";
import { readAffectedProducts, type AffectedProducts } from "./affectedProducts.ts";
import { changesWhere } from "./changesWhere.ts";
import { readRecording } from "./readRecording.ts";
import { readTextConditions } from "./textConditions.ts";

const { id, productId, kinds, before, after, foundAt } = catalogChanges;
const SHOWN = { id, productId, kinds, before, after, foundAt };
type Row = Pick<typeof catalogChanges.$inferSelect, keyof typeof SHOWN>;

/**
 * What the sync runs of this environment found changed in the catalog, newest first, page by page (GET /api/catalog/changes).
 * @throws AppError `forbidden`, `too-many`.
 */
export async function listChanges(request: MemberRequest, query: ChangesQuery): Promise<ChangesPage> {
  requirePermission(request, "catalog.read");
  const { cursor, take, ...filter } = query;
  const affected = await readAffectedProducts(request);
  const [rows, recording] = await Promise.all([
    slowRead(request, async () => {
      const text = await readTextConditions(request, filter.q);
      return request.db
        .select(SHOWN)
        .from(catalogChanges)
        .where(and(changesWhere(request.environment, filter, affected, text), afterCursor(cursor)))
        .orderBy(desc(foundAt), desc(id))
        .limit(take + 1);
    }),
    readRecording(request),
  ]);
  const shown = rows.slice(0, take);
  const last = shown.at(-1);
  return {
    items: shown.map((row) => changeView(row, affected)),
    nextCursor: rows.length > take && last !== undefined ? `${last.foundAt}.${last.id}` : null,
    ...recording,
  };
}

/** What comes after the last change of the page before. */
function afterCursor(cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined;
  const [lastAt = 0, lastId = 0] = cursor.split(".").map(Number);
  return or(lt(foundAt, lastAt), and(eq(foundAt, lastAt), lt(id, lastId)));
}

function changeView(row: Row, affected: AffectedProducts): CatalogChange {
  return {
    ...row,
    foundAt: toIso(row.foundAt),
    affects: AFFECTED_THINGS.filter((thing) => affected.get(thing)?.has(row.productId) === true),
  };
}
