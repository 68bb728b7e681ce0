import "server-only";
import { createHash, timingSafeEqual } from "node:crypto";
import { Gauge, Registry, collectDefaultMetrics } from "prom-client";
import { sql } from "drizzle-orm";
import { settings } from "#server/config/env.ts";
import type { Program } from "#server/context/context.ts";
import { processSingleton } from "#server/context/processSingleton.ts";
import { orders } from "#server/db/schema/orders.ts";
import { serviceState } from "#server/db/schema/service.ts";
import { lifecycle } from "#server/startup/lifecycle.ts";

/** The metrics for callers with the bearer token; 404 for all others. */
export async function metricsResponse(http: Request, program: Program): Promise<Response> {
  if (!mayReadMetrics(http.headers.get("authorization"))) {
    return new Response(null, { status: 404, headers: { "cache-control": "no-store" } });
  }
  const { contentType, text } = await readMetrics(program);
  return new Response(text, { headers: { "content-type": contentType, "cache-control": "no-store" } });
}

/** Whether the caller knows METRICS_TOKEN. If none is configured, nobody does. */
function mayReadMetrics(authorization: string | null): boolean {
  const token = settings().metricsToken;
  if (token === null || authorization === null) return false;
  // Hashes have the same length, so the comparison takes constant time.
  return timingSafeEqual(digest(authorization), digest(`Bearer ${token}`));
}

/** The process and the ledger in Prometheus' text format. Numbers only: no address, no code, no reference. */
async function readMetrics(program: Program): Promise<{ contentType: string; text: string }> {
  // The default metrics may be registered once in a process.
  const registry = processSingleton("metrics", () => createRegistry(program));
  return { contentType: registry.contentType, text: await registry.metrics() };
}

function createRegistry(program: Program): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const gauges = [
    new Gauge({
      name: "codedesk_orders",
      help: "Orders of the ledger by environment and state",
      labelNames: ["environment", "state"],
      registers: [],
      async collect() {
        this.reset();
        for (const row of await countOrders(program)) {
          this.set({ environment: row.environment, state: row.state }, row.count);
        }
      },
    }),
    new Gauge({
      name: "codedesk_orders_overdue_seconds",
      help: "How late the most overdue action of the order worker is",
      registers: [],
      async collect() {
        const now = program.clock.now();
        const [row] = await program.db
          .select({
            earliest: sql<number | null>`(extract(epoch from min(${orders.nextActionAt})) * 1000)::float8`,
          })
          .from(orders);
        const earliest = row?.earliest ?? null;
        this.set(earliest === null ? 0 : Math.max(0, now - earliest) / 1_000);
      },
    }),
    new Gauge({
      name: "codedesk_service_unreachable_seconds",
      help: "For how long the service has not answered, by environment",
      labelNames: ["environment"],
      registers: [],
      async collect() {
        const now = program.clock.now();
        for (const state of await program.db.select().from(serviceState)) {
          const since = state.unreachableSince;
          this.set({ environment: state.environment }, since === null ? 0 : Math.max(0, now - since) / 1_000);
        }
      },
    }),
    new Gauge({
      name: "codedesk_job_running",
      help: "1 while a background job of this process runs",
      labelNames: ["job"],
      registers: [],
      collect() {
        for (const job of lifecycle().jobs) this.set({ job: job.name }, job.running() ? 1 : 0);
      },
    }),
  ];
  for (const gauge of gauges) registry.registerMetric(gauge);
  return registry;
}

function countOrders(program: Program) {
  return program.db
    .select({
      environment: orders.environment,
      state: orders.state,
      count: sql<number>`count(*)::int`,
    })
    .from(orders)
    .groupBy(orders.environment, orders.state);
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
