import "server-only";
import { bumpMark, saveProducts, type Pass } from "./syncRuns.ts";
import { persist, type Walk } from "./pageThroughCatalog.ts";

/** Up to this many missing products are asked for one by one. */
const ASK_EACH = 100;
/** Of more, this many are asked for: if all of them are gone, all are. */
const SAMPLE = 20;

/**
 * Which of the products a complete pass did not see are gone. A list that moves while it is paged can hide products, so the
 * service is asked for them by id: only its 404 (docs/service-interface.md §4.3) retires one. Those it still has are kept and mended.
 */
export async function missingProducts(work: Walk, pass: Pass, unseen: readonly number[]): Promise<number[]> {
  const sample = unseen.length <= ASK_EACH ? unseen : spread(unseen, SAMPLE);
  const gone: number[] = [];
  for (const id of sample) if (await isGone(work, pass, id)) gone.push(id);
  return gone.length === sample.length ? [...unseen] : gone;
}

function spread(ids: readonly number[], count: number): number[] {
  const stride = Math.floor(ids.length / count);
  return ids.filter((_, position) => position % stride === 0).slice(0, count);
}

async function isGone(work: Walk, pass: Pass, id: number): Promise<boolean> {
  const { program, service } = work;
  const answer = await persist(work, () => service.readProduct(id));
  if (!answer.ok) return answer.failure.kind === "not_found";
  const now = program.clock.now();
  await program.db.transaction(async (tx) => {
    const { changed } = await saveProducts(tx, pass.environment, pass.id, [answer.value], now);
    if (changed) await bumpMark(tx, pass.environment);
  });
  return false;
}
