import "server-only";
import { once } from "node:events";
import type { RequestListener } from "node:http";
import { SECOND } from "#lib/time/instant.ts";
import { within } from "#lib/time/within.ts";
import { interruptExports } from "#server/codes/export/openExports.ts";
import { prepareSearchEngines } from "#server/catalog/search/engineCache.ts";
import type { Program } from "#server/context/context.ts";
import { formatError } from "#server/context/describeError.ts";
import { captureConsole } from "#server/context/captureConsole.ts";
import { migrate } from "#server/db/migrate.ts";
import { probeDatabase } from "#server/db/probe.ts";
import { callerOf } from "#server/auth/sessions/callerOf.ts";
import { refuseAnonymous } from "#server/auth/sessions/refuseAnonymous.ts";
import { refreshKnownAddresses } from "#server/auth/signIn/knownAddresses.ts";
import { warnOfOwnership } from "#server/db/warnOfOwnership.ts";
import { disableLapsedMembers } from "#server/auth/identityProvider/disableLapsedMembers.ts";
import { admitSignIn } from "#server/auth/signIn/admitSignIn.ts";
import { writeByRegion } from "#server/context/currentRegion.ts";
import { listCompressed } from "#server/http/compressedFiles.ts";
import { createPipeline, type Pipeline } from "#server/http/pipeline.ts";
import { refuseOffLoopback } from "#server/http/refuseOffLoopback.ts";
import { refuseOtherHost } from "#server/http/refuseOtherHost.ts";
import { isDevelopment, settings, stopsWithParent } from "#server/config/env.ts";
import type { BackgroundJob } from "#server/jobs/backgroundJob.ts";
import type { RetentionDays } from "#server/jobs/retention.ts";
import { startJobQueue, type NightlyJob } from "#server/jobs/jobQueue.ts";
import { startNoticeWorker } from "#server/jobs/noticeWorker.ts";
import { sendWithoutLookingUp } from "#server/orders/worker/sendWithoutLookingUp.ts";
import { processSingleton } from "#server/context/processSingleton.ts";
import { installProgram, ownedProgram } from "#server/context/runningProgram.ts";
import { startAuditSealer } from "#server/jobs/auditSealer.ts";
import { startReportWorker } from "#server/jobs/reportWorker.ts";
import { startScheduleWorker } from "#server/jobs/scheduleWorker.ts";
import { startOrderWorkers } from "#server/jobs/orderWorkers.ts";
import { isStartupError } from "#server/config/startupError.ts";
import { createProgram } from "#server/program.ts";
import { runningNext, type RunningNext } from "./runningNext.ts";

/** The name appears in the log and in the metrics. */
type NamedJob = BackgroundJob & { name: string };
type Lifecycle = { state: "starting" | "running" | "stopping"; jobs: NamedJob[] };
/** How long requests may take to finish once the program has to stop. */
export const DRAIN_MS = 10_000;
/** How long before that clients are cut off that have not sent their request, or not read its answer. */
const CUT_OFF_MS = SECOND;
/** How much of that it may take to record which exports were cut off. */
const RECORD_MS = 700;

export function lifecycle(): Lifecycle {
  return processSingleton("lifecycle", (): Lifecycle => ({ state: "starting", jobs: [] }));
}

/** Runs once in the dashboard's process: migrations, workers, clean stop; listens at last. */
export async function startDashboard(): Promise<void> {
  const now = lifecycle();
  if (now.state !== "starting") return;
  try {
    const configured = settings();
    const { databaseUrl, ownAddress, retentionDays, trustedProxies } = configured;
    const isLocal = configured.demo !== null && !configured.allowPlainHttp;
    installProgram(createProgram(configured));
    writeByRegion();
    const next = runningNext();
    const pipeline = createPipeline(answerBy(next), {
      https: ownAddress?.startsWith("https://") ?? false,
      development: isDevelopment(),
      compressed: listCompressed(),
      refuse: (request) =>
        refuseOtherHost(request, ownAddress, trustedProxies) ??
        (isLocal ? refuseOffLoopback(request) : null) ??
        refuseAnonymous(request) ??
        admitSignIn(request),
      callerOf,
    });
    if (!isDevelopment()) captureConsole(ownedProgram().program.log);
    await probeDatabase(databaseUrl);
    await migrate(databaseUrl);
    const { program } = ownedProgram();
    await warnOfOwnership(program);
    await refreshKnownAddresses(program);
    if (program.holdsOrders === true) await holdOrders(program);
    now.jobs.push(...(await startJobs(databaseUrl, retentionDays)));
    stopOnSignals(now, next, pipeline);
    if (stopsWithParent()) watchParent();
    now.state = "running";
    // Not awaited: in development, Next is prepared only after this function.
    void listen(next, pipeline);
  } catch (error) {
    // A partly started dashboard would accept orders that no instance works on.
    refuseToStart(error);
  }
}

function refuseToStart(error: unknown): never {
  process.stderr.write(`${isStartupError(error) ? error.message : formatError(error)}\n`);
  process.exit(1);
}

async function listen({ prepared, port, hostname }: RunningNext, { server }: Pipeline): Promise<void> {
  try {
    await prepared;
    server.listen(port, hostname);
    await once(server, "listening");
  } catch (error) {
    refuseToStart(error);
  }
  const { log } = ownedProgram().program;
  server.on("error", (error) => log.error({ error }, "A connection could not be accepted"));
}

/** Next itself answers every error that a page or a route throws; this is for what fails inside of it. */
function answerBy({ app }: RunningNext): RequestListener {
  const handle = app.getRequestHandler();
  return (request, response) => {
    handle(request, response).catch((error: unknown) => {
      ownedProgram().program.log.error({ error }, "Next could not handle a request");
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    });
  };
}

/** Orders are on hold after a restore. Nothing else shows that they are, so the log does. */
async function holdOrders(program: Program): Promise<void> {
  program.log.warn({}, "HOLD_ORDERS is on: no order is sent or worked on until a start without it");
  await sendWithoutLookingUp(program);
}

async function startJobs(databaseUrl: string, retentionDays: RetentionDays): Promise<NamedJob[]> {
  const { program } = ownedProgram();
  const traces = await startTraces(program);
  const queue = await startJobQueue(program, databaseUrl, retentionDays, nightlyJobs());
  void prepareSearchEngines(program);
  return [
    ...(program.holdsOrders === true ? [] : [{ name: "orders", ...startOrderWorkers(program) }]),
    { name: "recurring orders", ...startScheduleWorker(program) },
    { name: "reports", ...startReportWorker(program) },
    { name: "notices", ...startNoticeWorker(program, queue) },
    { name: "schedule", ...queue },
    ...traces,
    { name: "audit", ...startAuditSealer(program, program.auditAnchorFile ?? null) },
  ];
}

/** Only where an identity provider decides on roles is there anybody whom it has to vouch for. */
function nightlyJobs(): NightlyJob[] {
  const { oidc } = settings();
  if (oidc === null || oidc.roles === null) return [];
  return [
    {
      name: "lapsed-members",
      run: async (program) => {
        const count = await disableLapsedMembers(program, oidc);
        if (count > 0)
          program.log.info(
            { disabled: count },
            "Members who no longer sign in by single sign-on were disabled",
          );
      },
    },
  ];
}

/** Traces cost nothing where nobody collects them: not even the module is loaded. */
async function startTraces(program: Program): Promise<NamedJob[]> {
  const { tracing: configured } = settings();
  if (configured === null || program.traces === undefined) return [];
  const { startTracing } = await import("#server/tracing/startTracing.ts");
  const tracing = startTracing(configured, program.log);
  program.traces.tracer = tracing;
  return [{ name: "traces", ...tracing }];
}

/**
 * The workers stop first, then requests may finish. Connections to the service and the database end with the process: what uses them
 * until then may never be answered.
 */
function stopOnSignals(now: Lifecycle, { app }: RunningNext, { stop }: Pipeline): void {
  const { program } = ownedProgram();
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (now.state === "stopping") return;
      now.state = "stopping";
      program.log.info({ signal }, "Stopping");
      void stopJobs(now).then(async () => {
        setTimeout(() => process.exit(1), DRAIN_MS).unref();
        await stop(DRAIN_MS - CUT_OFF_MS);
        await recordInterruptedExports();
        await app.close();
        process.exit(0);
      });
    });
  }
}

/** Waits no longer than the stop can: the database may not answer either. */
async function recordInterruptedExports(): Promise<void> {
  const { program } = ownedProgram();
  const isRecorded = interruptExports().then(() => true);
  if ((await within(RECORD_MS, isRecorded)) === null)
    program.log.error({}, "It could not be recorded in time that exports were not sent");
}

/** Normally the launcher stops this process. If the launcher was killed, nobody would. */
function watchParent(): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, 500);
  timer.unref();
}

async function stopJobs(now: Lifecycle): Promise<void> {
  const { program } = ownedProgram();
  await Promise.all(
    now.jobs.map(async (job) => {
      try {
        await job.stop();
      } catch (error) {
        program.log.error({ error, job: job.name }, "A background job did not stop cleanly");
      }
    }),
  );
}
