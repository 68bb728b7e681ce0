import { setTimeout as pause } from "node:timers/promises";
import { and, desc, eq, sql } from "drizzle-orm";
import { paths } from "#lib/paths.ts";
import { HOUR, SECOND } from "#lib/time/instant.ts";
import { recordChanges } from "#server/catalog/sync/recordChanges.ts";
import { connect, type Database } from "#server/db/connect.ts";
import { catalogSyncRuns } from "#server/db/schema/catalog.ts";
import { queueCatalogSync } from "#scripts/testStack/queueCatalogSync.ts";
import type { TestStack } from "#scripts/testStack/startTestStack.ts";
import type { Figure } from "./figure.ts";
import { median, quantile } from "./median.ts";

/** Of so many products one has changed. */
const ONE_OF = 20;
/** How often the catalog changes before the page is measured. */
const TIMES = 8;
const PAGES = 200;
const QUERIES = [
  "",
  "kind=price",
  "country=DE",
  "q=gift",
  "affects=favourites&kind=price",
  "q=inema",
  "q=kaufhaus+linde",
  "q=zeppelin",
];

/** Measures what recording changes adds to a sync run in which one product in twenty has changed, and the page of the changes. */
export async function figuresOfChanges(stack: TestStack, cookie: string): Promise<Figure[]> {
  const { db, close } = connect(stack.databaseUrl);
  try {
    const run = await syncOnce(db, stack.databaseUrl);
    const recordings: number[] = [];
    for (let time = 0; time < TIMES; time += 1) recordings.push(await recordOnce(db, run, time));
    const pages = await measurePages(stack, cookie);
    const recording = median(recordings);
    return [
      {
        name: "What recording the changes of 5 % of these products adds to a sync run",
        value: (100 * recording) / run.durationMs,
        unit: "%",
        goal: 15,
        note: `${recording.toFixed(0)} ms after ${(run.durationMs / SECOND).toFixed(1)} s`,
      },
      {
        name: "The page of these changes, p95",
        value: quantile(pages, 0.95),
        unit: "ms",
        goal: 50,
        note: `median ${median(pages).toFixed(0)} ms of ${pages.length} answers, with its list and counts; filtered in ${QUERIES.length} ways, each for the first time: median ${median(pages.slice(0, QUERIES.length)).toFixed(0)} ms`,
      },
    ];
  } finally {
    await close();
  }
}

type Run = { id: number; environment: "sandbox"; seen: number; durationMs: number; endedAt: number };

/** A whole sync run, from its start until its changes are recorded, which its end does not include. */
async function syncOnce(db: Database, databaseUrl: string): Promise<Run> {
  const isComplete = and(eq(catalogSyncRuns.environment, "sandbox"), eq(catalogSyncRuns.complete, true));
  const latest = async () =>
    (await db.select().from(catalogSyncRuns).where(isComplete).orderBy(desc(catalogSyncRuns.id)).limit(1))[0];
  const before = (await latest())?.id ?? 0;
  await queueCatalogSync(databaseUrl);
  for (;;) {
    const run = await latest();
    if (run?.finishedAt != null && run.id > before) {
      const { id, seen, startedAt, finishedAt } = run;
      return { id, environment: "sandbox", seen, durationMs: finishedAt - startedAt, endedAt: finishedAt };
    }
    await pause(100);
  }
}

/** Lets one product in twenty have been different, and records that it has changed, as the end of a sync run does. Returns the milliseconds. */
async function recordOnce(db: Database, run: Run, time: number): Promise<number> {
  await db.execute(sql`update recorded_products set fields = fields || jsonb_build_object('price', 7)
    from (select product_id as id, row_number() over (order by product_id) as place from recorded_products where environment = 'sandbox')
    where environment = 'sandbox' and product_id = id and place % ${ONE_OF} = ${time % ONE_OF}`);
  const begun = performance.now();
  const { changeCount } = await db.transaction((tx) =>
    recordChanges(tx, run, true, run.endedAt - (TIMES - time) * HOUR),
  );
  const duration = performance.now() - begun;
  if (changeCount === null || Math.abs(changeCount - run.seen / ONE_OF) > 1) {
    throw new Error(`${changeCount} of ${run.seen} products had changed`);
  }
  return duration;
}

async function measurePages({ url }: TestStack, cookie: string): Promise<number[]> {
  const samples: number[] = [];
  for (let place = 0; place < PAGES; place += 1) {
    const page = new URL(paths.catalogChanges(QUERIES[place % QUERIES.length]), url);
    const begun = performance.now();
    const answer = await fetch(page, { headers: { cookie } });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${page.href} answered ${answer.status}`);
    samples.push(performance.now() - begun);
  }
  return samples;
}
