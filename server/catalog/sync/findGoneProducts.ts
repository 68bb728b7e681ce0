import "server-only";
import type { SyncJob } from "./pageThroughCatalog.ts";
import { retryServiceCall } from "./retryServiceCall.ts";
import { bumpCatalogVersion, saveProducts } from "./storedProducts.ts";
import type { SyncRun } from "./syncRuns.ts";

/** Up to this many unseen products are read one by one. */
const READ_EACH_UP_TO = 100;
/** If there are more, a sample of this size is read: if the whole sample is gone, all of them count as gone. */
const SAMPLE_SIZE = 20;

/**
 * Decides which of the products that a complete run did not see are gone. A list that changes while it is read can hide products,
 * so each is read by its id, and only a 404 (docs/service-interface.md §4.3) retires it. Those that the service still has are
 * stored again.
 * @param isStable whether the list kept still while it was read; otherwise, what was not read is not concluded from a sample.
 */
export async function findGoneProducts(
  job: SyncJob,
  run: SyncRun,
  unseenIds: readonly number[],
  isStable: boolean,
): Promise<number[]> {
  const sample = unseenIds.length <= READ_EACH_UP_TO ? unseenIds : spread(unseenIds, SAMPLE_SIZE);
  const gone: number[] = [];
  for (const id of sample) if (await isGone(job, run, id)) gone.push(id);
  return isStable && gone.length === sample.length ? [...unseenIds] : gone;
}

function spread(ids: readonly number[], count: number): number[] {
  const stride = Math.floor(ids.length / count);
  return ids.filter((_, position) => position % stride === 0).slice(0, count);
}

async function isGone({ program, service, limits }: SyncJob, run: SyncRun, id: number): Promise<boolean> {
  const answer = await retryServiceCall(limits, () => service.readProduct(id));
  if (!answer.ok) return answer.failure.kind === "not_found";
  const now = program.clock.now();
  await program.db.transaction(async (tx) => {
    const { changed } = await saveProducts(tx, run.environment, run.id, [answer.value], now);
    if (changed) await bumpCatalogVersion(tx, run.environment);
  });
  return false;
}
