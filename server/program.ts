import "server-only";
import { randomUUID } from "node:crypto";
import { environmentSchema } from "#lib/contracts/environment.ts";
import type { Clock } from "#lib/time/instant.ts";
import { createCallLog } from "#server/serviceLimits/callLog.ts";
import type { Program } from "#server/context/context.ts";
import { connect } from "#server/db/connect.ts";
import type { Settings } from "#server/config/env.ts";
import { createRateLimiter } from "#server/serviceLimits/rateLimiter.ts";
import { createLog } from "#server/context/log.ts";
import type { OwnedProgram } from "#server/context/runningProgram.ts";
import { createServiceClient } from "#server/serviceClient/createServiceClient.ts";
import { createMailer } from "#server/mail/mailer.ts";

/** What a program with simulated time uses instead of the real clock (scripts/demo). */
export type PlayedTime = {
  clock: Clock;
  /** Waits for a token of the rate limiter. */
  sleep(ms: number): Promise<unknown>;
};

/** Creates what every verb and job works with. Connects only when a connection is needed. */
export function createProgram(from: Settings, played: Partial<PlayedTime> = {}): OwnedProgram {
  const log = createLog(from.logLevel);
  const clock = played.clock ?? { now: () => Date.now() };
  const { db, pool, close } = connect(from.databaseUrl);
  const calls = createCallLog(db, log);
  const traces: NonNullable<Program["traces"]> = { tracer: null };
  const services: Program["services"] = {};
  for (const name of environmentSchema.options) {
    const configured = from.services[name];
    if (configured === undefined) continue;
    services[name] = createServiceClient({
      ...configured,
      environment: name,
      filterParams: from.filterParams,
      pointers: from.pointers,
      clock,
      rateLimiter: createRateLimiter(db, clock, log, name, played.sleep),
      record: (call) => {
        calls.record(call);
        traces.tracer?.serviceCalled(call);
      },
    });
  }
  const program: Program = {
    db,
    clock,
    log,
    instanceId: randomUUID(),
    fingerprintKey: from.fingerprintKey,
    recentOrderMs: from.recentOrderMs,
    recentBatchMs: from.recentBatchMs,
    accountWaitMs: from.accountWaitMs,
    services,
    auditAnchorFile: from.auditAnchorFile,
    revealLimits: from.revealLimits,
    passwordSignIn: from.passwordSignIn,
    ...(from.ownAddress === null ? {} : { ownAddress: from.ownAddress }),
    webhooks: { allowPrivate: from.allowPrivateWebhooks, programSecret: from.authSecret },
    ...(from.mail === null ? {} : { mailer: createMailer(from.mail) }),
    holdsOrders: from.holdsOrders,
    traces,
  };
  return {
    program,
    pool,
    async close() {
      await Promise.all(Object.values(services).map((service) => service.close()));
      await calls.close();
      program.mailer?.close();
      await close();
    },
  };
}
