import "server-only";
import { and, eq } from "drizzle-orm";
import type { Environment } from "#lib/contracts/environment.ts";
import type { Happening } from "#lib/notices/gather.ts";
import type { AffectingChange } from "#lib/notices/ownChanges.ts";
import type { Transaction } from "#server/db/connect.ts";
import { catalogChanges, catalogSyncRuns } from "#server/db/schema/catalog.ts";
import { readAffecting } from "./readAffecting.ts";

/** A sync run that found changes. Its subject is for webhooks; each member is told of what affects something of theirs. */
export type CatalogEvent = Happening & {
  environment: Environment;
  memberId: null;
  affecting: readonly AffectingChange[];
};

/** What a sync run found changed; null if that is nothing. */
export async function readCatalogEvent(tx: Transaction, syncRunId: number): Promise<CatalogEvent | null> {
  const [run] = await tx.select().from(catalogSyncRuns).where(eq(catalogSyncRuns.id, syncRunId));
  const { environment, finishedAt = null, changeCount = null } = run ?? {};
  if (environment === undefined || finishedAt === null || changeCount === null) return null;
  return {
    kind: "catalog.changed",
    at: finishedAt,
    environment,
    memberId: null,
    subject: { catalog: { syncRunId, products: changeCount, named: [] } },
    affecting: await readAffecting(
      tx,
      environment,
      and(
        eq(catalogChanges.environment, environment),
        eq(catalogChanges.foundAt, finishedAt),
        eq(catalogChanges.syncRunId, syncRunId),
      ),
    ),
  };
}
