import "server-only";
import { sql } from "drizzle-orm";
import { fromDrizzle, PgBoss } from "pg-boss";
import { z } from "zod";
import { environmentSchema, type Environment } from "#lib/contracts/environment.ts";
import { ensureCatalogFresh } from "#server/catalog/sync/syncCatalog.ts";
import type { NoticeOutbox } from "#server/notices/dispatchNotices.ts";
import { makeDigests } from "#server/notices/catalog/makeDigests.ts";
import { attendOrphans } from "#server/notices/webhooks/attendOrphans.ts";
import { deliverWebhook } from "#server/notices/webhooks/deliverWebhook.ts";
import { sendNoticeMail } from "#server/notices/sendNoticeMail.ts";
import { attendWaiting } from "#server/orders/approval/attendWaiting.ts";
import { foldOrderChanges, recountOrderDays } from "#server/overview/keepFigures.ts";
import { foldBudgetUse, recountBudgetUse } from "#server/orders/budgets/keepBudgetUse.ts";
import { foldStock, recountStock } from "#server/codes/stock/keepStock.ts";
import { runRestockRules } from "#server/restock/runRules.ts";
import { takeWalletSnapshot } from "#server/wallet/readWallet.ts";
import { HOUR, MINUTE, SECOND } from "#lib/time/instant.ts";
import type { BackgroundJob } from "./backgroundJob.ts";
import { applyRetention, type RetentionDays } from "./retention.ts";
import type { Program } from "#server/context/context.ts";

export type JobQueue = NoticeOutbox & BackgroundJob;

/** Work of another part of the program, once a night, on one of several instances. Doing it twice must be the same as once. */
export type NightlyJob = { name: string; run: (program: Program) => Promise<void> };

const EVERY_MINUTE = "* * * * *";
const EVERY_TEN_MINUTES = "*/10 * * * *";
/** For work that nobody waits for: whether it is due is looked up this rarely. */
const UNHURRIED = { pollingIntervalSeconds: 30 };
/** At a time when few people use the database. UTC. */
const EVERY_NIGHT = "17 3 * * *";

/**
 * Runs scheduled work (catalog synchronisation, wallet snapshots, the overview's figures and those of budgets, digests, webhooks without anybody responsible,
 * orders that wait for approval, retention, `nightly`) and deliveries (mails of notices, webhooks). pg-boss has one of several instances run each job (docs/architecture.md#storage-and-jobs).
 */
export async function startJobQueue(
  program: Program,
  databaseUrl: string,
  retentionDays: RetentionDays,
  nightly: readonly NightlyJob[] = [],
): Promise<JobQueue> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    max: 2,
    // A role that may not create schemas was given this one (server/db/applicationRole.ts).
    createSchema: !(await hasQueueSchema(program)),
    application_name: "codedesk-schedule",
    // Nothing here is worth checking more often.
    monitorIntervalSeconds: 60,
  });
  let running = true;
  boss.on("error", (error) => {
    // A job that the stop cuts off can't report its end any more; it is run again.
    if (running) program.log.error({ error: asError(error) }, "The job queue failed; trying again");
  });
  await boss.start();
  for (const name of environmentSchema.options) {
    if (program.services[name] === undefined) continue;
    await scheduleCatalog(program, boss, name);
    await scheduleWallet(program, boss, name);
  }
  await scheduleFigures(program, boss);
  await scheduleOrphans(program, boss);
  await scheduleWaiting(program, boss);
  await scheduleDigests(program, boss);
  await scheduleRetention(program, boss, retentionDays);
  for (const job of nightly) await scheduleNightly(program, boss, job);
  await mailNotices(program, boss);
  await deliverWebhooks(program, boss);
  return {
    deliver: async (tx, deliveryId) => {
      await boss.send(DELIVERIES, { deliveryId }, { db: fromDrizzle(tx, sql) });
    },
    mail: async (tx, noticeId) => {
      await boss.send(MAILS, { noticeId }, { db: fromDrizzle(tx, sql) });
    },
    running: () => running,
    stop: async () => {
      running = false;
      await boss.stop({ graceful: true, timeout: 5_000 });
    },
  };
}

/** Some errors of pg-boss are copied into plain objects, of which the log would say nothing. */
function asError(error: Error): Error {
  return error instanceof Error ? error : Object.assign(new Error(), error);
}

const MAILS = "notice-mails";
const mailJobSchema = z.object({ noticeId: z.uuid() });

/** If the mail server does not answer, retries for some hours. */
async function mailNotices(program: Program, boss: PgBoss): Promise<void> {
  await boss.createQueue(MAILS, {
    retryLimit: 9,
    retryDelay: 30,
    retryBackoff: true,
    retryDelayMax: HOUR / SECOND,
    expireInSeconds: 5 * (MINUTE / SECOND),
  });
  await boss.work(MAILS, async (jobs) => {
    for (const { data } of jobs) {
      const { noticeId } = mailJobSchema.parse(data);
      try {
        await sendNoticeMail(program, noticeId);
      } catch (error) {
        program.log.warn({ error, notice: noticeId }, "A notice could not be mailed; trying again");
        throw error;
      }
    }
  });
}

const DELIVERIES = "webhook-deliveries";
const deliveryJobSchema = z.object({ deliveryId: z.uuid() });

/** If a receiver does not accept a message, retries for about a day: after 15 s, 30 s, 1 min, … at most every four hours. */
async function deliverWebhooks(program: Program, boss: PgBoss): Promise<void> {
  await boss.createQueue(DELIVERIES, {
    retryLimit: 14,
    retryDelay: 15,
    retryBackoff: true,
    retryDelayMax: 4 * (HOUR / SECOND),
    expireInSeconds: 2 * (MINUTE / SECOND),
  });
  // Several at a time, so that a receiver that hangs delays the others only a little.
  await boss.work(DELIVERIES, { includeMetadata: true, localConcurrency: 4 }, async (jobs) => {
    for (const { data, retryCount, retryLimit } of jobs) {
      const { deliveryId } = deliveryJobSchema.parse(data);
      const isDone = await deliverWebhook(program, deliveryId, { isLast: retryCount >= retryLimit });
      // The delivery log has the reason; an error makes the queue try again.
      if (!isDone) throw new Error("The webhook was not delivered.");
    }
  });
}

async function hasQueueSchema({ db }: Program): Promise<boolean> {
  const { rows } = await db.execute<{ exists: boolean }>(
    sql`select to_regnamespace('pgboss') is not null as exists`,
  );
  return rows[0]?.exists === true;
}

async function scheduleRetention(program: Program, boss: PgBoss, days: RetentionDays): Promise<void> {
  const queue = "retention";
  await boss.createQueue(queue, { policy: "short", retryLimit: 3, expireInSeconds: HOUR / SECOND });
  await boss.schedule(queue, EVERY_NIGHT);
  await boss.work(queue, UNHURRIED, async () => {
    program.log.info(
      await applyRetention(program, days),
      "Expired rows were removed and old audit records archived",
    );
  });
}

async function scheduleNightly(program: Program, boss: PgBoss, { name, run }: NightlyJob): Promise<void> {
  await boss.createQueue(name, { policy: "short", retryLimit: 3, expireInSeconds: HOUR / SECOND });
  await boss.schedule(name, EVERY_NIGHT);
  await boss.work(name, UNHURRIED, () => run(program));
}

/** No change of a member or a role has to know of webhooks. */
async function scheduleOrphans(program: Program, boss: PgBoss): Promise<void> {
  const queue = "webhook-orphans";
  await boss.createQueue(queue, { policy: "short", retryLimit: 0, expireInSeconds: HOUR / SECOND });
  await boss.schedule(queue, EVERY_TEN_MINUTES);
  await boss.work(queue, UNHURRIED, () => attendOrphans(program));
}

/** Orders that wait long for approval: to the minute, because people are told after how many hours. */
async function scheduleWaiting(program: Program, boss: PgBoss): Promise<void> {
  const queue = "orders-that-wait";
  await boss.createQueue(queue, { policy: "short", retryLimit: 0, expireInSeconds: HOUR / SECOND });
  await boss.schedule(queue, EVERY_MINUTE);
  await boss.work(queue, UNHURRIED, () => attendWaiting(program));
}

/** Each member has them in the morning of their own time zone. */
async function scheduleDigests(program: Program, boss: PgBoss): Promise<void> {
  const queue = "catalog-digests";
  await boss.createQueue(queue, { policy: "short", retryLimit: 0, expireInSeconds: HOUR / SECOND });
  await boss.schedule(queue, EVERY_TEN_MINUTES);
  await boss.work(queue, UNHURRIED, async () => {
    await makeDigests(program);
  });
}

/** The wallet's history has no gaps longer than this, however rarely somebody orders or looks. */
async function scheduleWallet(program: Program, boss: PgBoss, name: Environment): Promise<void> {
  const queue = `wallet-${name}`;
  await boss.createQueue(queue, { policy: "short", retryLimit: 0, expireInSeconds: HOUR / SECOND });
  await boss.schedule(queue, EVERY_TEN_MINUTES);
  await boss.work(queue, UNHURRIED, async () => {
    await takeWalletSnapshot(program, name);
  });
}

/** Keeps the overview's figures, the budgets and the stock quick to read, and recounts them every night; has restock rules do what they say. */
async function scheduleFigures(program: Program, boss: PgBoss): Promise<void> {
  const work: [string, string, () => Promise<unknown>][] = [
    ["figures-fold", EVERY_MINUTE, () => foldOrderChanges(program)],
    ["figures-recount", EVERY_NIGHT, () => recountOrderDays(program)],
    ["budgets-fold", EVERY_MINUTE, () => foldBudgetUse(program)],
    ["budgets-recount", EVERY_NIGHT, () => recountBudgetUse(program)],
    ["stock-fold", EVERY_MINUTE, () => foldStock(program)],
    ["restock", EVERY_MINUTE, () => runRestockRules(program)],
    ["stock-recount", EVERY_NIGHT, () => recountStock(program)],
  ];
  for (const [queue, when, run] of work) {
    await boss.createQueue(queue, { policy: "short", retryLimit: 0, expireInSeconds: HOUR / SECOND });
    await boss.schedule(queue, when);
    await boss.work(queue, UNHURRIED, async () => {
      await run();
    });
  }
}

async function scheduleCatalog(program: Program, boss: PgBoss, name: Environment): Promise<void> {
  const queue = `catalog-${name}`;
  await boss.createQueue(queue, { policy: "short", retryLimit: 0, expireInSeconds: HOUR / SECOND });
  await boss.schedule(queue, EVERY_TEN_MINUTES);
  await boss.work(queue, { pollingIntervalSeconds: 1 }, async () => {
    const result = await ensureCatalogFresh(program, name);
    program.log.info({ environment: name, ...result }, "Catalog sync run ended");
    if (result.kind === "paused" || result.kind === "failed") {
      await boss.send(queue, {}, { startAfter: new Date(result.retryAt) });
    }
  });
  // A new instance starts at once, because a new installation has nothing to show before.
  await boss.send(queue, {});
}
