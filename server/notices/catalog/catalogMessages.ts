import "server-only";
import { and, asc, desc, eq, gte, inArray, lt, lte } from "drizzle-orm";
import type { Environment } from "#lib/contracts/environment.ts";
import { CHANGES_PER_MESSAGE, type CatalogMessage } from "#lib/contracts/notices/catalogMessage.ts";
import type { NoticeSubject } from "#lib/contracts/notices/notices.ts";
import { pathIn, paths } from "#lib/paths.ts";
import { counted } from "#lib/text/counts.ts";
import { toIso, type Instant } from "#lib/time/instant.ts";
import type { Transaction } from "#server/db/connect.ts";
import { catalogChanges } from "#server/db/schema/catalog.ts";

type Told = {
  environment: Environment | null;
  subjects: readonly NoticeSubject[];
  firstAt: Instant;
  lastAt: Instant;
};

const CHANGE = {
  id: catalogChanges.id,
  productId: catalogChanges.productId,
  kinds: catalogChanges.kinds,
  foundAt: catalogChanges.foundAt,
};
type Change = Pick<typeof catalogChanges.$inferSelect, keyof typeof CHANGE>;

/**
 * The messages to a webhook about what sync runs have found. Each has the id of its last change as `sequence`, and as `previous` that of the
 * change before its first, so that a receiver can order them, drop what it has, and see what it lacks. They hold no values: those are read
 * with a token.
 */
export async function catalogMessages(
  tx: Transaction,
  { environment, subjects, firstAt, lastAt }: Told,
  now: Instant,
  ownAddress: string | undefined,
): Promise<string[]> {
  if (environment === null) return [];
  const runs = subjects.flatMap(({ catalog }) => catalog?.syncRunId ?? []);
  const changes = await tx
    .select(CHANGE)
    .from(catalogChanges)
    .where(
      and(
        eq(catalogChanges.environment, environment),
        gte(catalogChanges.foundAt, firstAt),
        lte(catalogChanges.foundAt, lastAt),
        inArray(catalogChanges.syncRunId, runs),
      ),
    )
    .orderBy(asc(catalogChanges.id));
  const url = ownAddress === undefined ? {} : { url: changesLink(environment, ownAddress) };
  let previous = await idBefore(tx, environment, changes[0]);
  const messages: CatalogMessage[] = [];
  for (let from = 0; from < changes.length; from += CHANGES_PER_MESSAGE) {
    const batch = changes.slice(from, from + CHANGES_PER_MESSAGE);
    const sequence = batch.at(-1)?.id ?? 0;
    const data = {
      environment,
      title: titleOf(batch),
      sequence,
      previous,
      changes: batch.map(viewOf),
      ...url,
    };
    messages.push({ type: "catalog.changed", timestamp: toIso(now), data });
    previous = sequence;
  }
  return messages.map((message) => JSON.stringify(message));
}

/** The change that was found before this one; null if there is none, or it is no longer kept. */
async function idBefore(
  tx: Transaction,
  environment: Environment,
  first: Change | undefined,
): Promise<number | null> {
  if (first === undefined) return null;
  const [before] = await tx
    .select({ id: catalogChanges.id })
    .from(catalogChanges)
    .where(
      and(
        eq(catalogChanges.environment, environment),
        lte(catalogChanges.foundAt, first.foundAt),
        lt(catalogChanges.id, first.id),
      ),
    )
    .orderBy(desc(catalogChanges.foundAt), desc(catalogChanges.id))
    .limit(1);
  return before?.id ?? null;
}

function titleOf(batch: readonly Change[]): string {
  return `${counted(batch.length, "product has", "products have")} changed in the catalog`;
}

function viewOf({ foundAt, ...change }: Change) {
  return { ...change, foundAt: toIso(foundAt) };
}

function changesLink(environment: Environment, ownAddress: string): string {
  return new URL(pathIn(environment, paths.catalogChanges()), ownAddress).href;
}
