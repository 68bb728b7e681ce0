import { type Context, Hono } from "hono";
import { z } from "zod";
import type { SandboxEnv } from "#sandbox/http/bindings.ts";
import { CATALOGS } from "#sandbox/catalog/names.ts";
import { KEY_PREFIX } from "#sandbox/interface/keys.ts";
import { DIALECTS } from "#sandbox/dialect/names.ts";
import { deliveryStatusOf } from "#sandbox/orders/fulfil.ts";
import { overrideSchema, type StoredOrder } from "#sandbox/orders/order.ts";
import { changeDialect, type Service } from "#sandbox/state/service.ts";
import { faultRuleSchema } from "#sandbox/http/faults.ts";
import type { RequestRecord } from "#sandbox/http/requestRecord.ts";

const sandboxKeySchema = z.string().startsWith(KEY_PREFIX);
const settingsSchema = z.strictObject({
  dialect: z.enum(DIALECTS).optional(),
  catalog: z.enum(CATALOGS).optional(),
  latencyMs: z.int().min(0).max(600_000).optional(),
  rate: z.strictObject({ burst: z.int().min(1), perSecond: z.number().positive() }).optional(),
  /** All keys accepted from now on; others are revoked. */
  keys: z.array(sandboxKeySchema).optional(),
});
const clockChangeSchema = z.strictObject({
  moveMs: z.int().optional(),
  stopAt: z.int().min(0).optional(),
});
const keyChangeSchema = z.strictObject({
  revoke: z.string().optional(),
  accept: sandboxKeySchema.optional(),
});
const deliverySchema = z.strictObject({
  externalOrderCode: z.string(),
  delivered: z.int().min(0).optional(),
});

/**
 * The control interface: only when started with --control, only for tests and demonstrations. Only its decisions about orders
 * survive a restart.
 */
export function controlRoutes(service: Service, record: RequestRecord): Hono<SandboxEnv> {
  const app = new Hono<SandboxEnv>();
  app.get("/requests", (c) => c.json(record.all(c.req.query("code"))));
  app.delete("/requests", (c) => {
    record.clear();
    return c.json({});
  });
  /** All orders that exist: the oracle of the tests. */
  app.get("/orders", (c) => {
    const code = c.req.query("code");
    const orders = service.store
      .all()
      .filter((order) => code === undefined || order.externalOrderCode === code);
    return c.json(orders.map((order) => describe(service, record, order)));
  });
  app.post("/orders", (c) =>
    change(c, overrideSchema, async (given) => {
      await service.store.override(given);
      return {};
    }),
  );
  /** Ready now: with all of its codes, or with so many. */
  app.post("/deliver", (c) =>
    change(c, deliverySchema, async ({ externalOrderCode, delivered }) => {
      const all = service.store
        .byCode(externalOrderCode)
        ?.lines.reduce((sum, { quantity }) => sum + quantity, 0);
      await service.store.override({ externalOrderCode, readyAt: 0, delivered: delivered ?? all });
      return {};
    }),
  );
  app.get("/clock", (c) => c.json({ now: service.clock.now() }));
  app.post("/clock", (c) =>
    change(c, clockChangeSchema, ({ moveMs, stopAt }) => {
      if (stopAt !== undefined) service.clock.stop(stopAt);
      if (moveMs !== undefined) service.clock.move(moveMs);
      return { now: service.clock.now() };
    }),
  );
  app.get("/faults", (c) => c.json(service.faults.all()));
  app.post("/faults", (c) =>
    change(c, faultRuleSchema, (rule) => {
      service.faults.add(rule);
      return {};
    }),
  );
  app.delete("/faults", (c) => {
    service.faults.clear();
    return c.json({});
  });
  app.post("/keys", (c) =>
    change(c, keyChangeSchema, ({ revoke, accept }) => {
      if (revoke !== undefined) service.keys.delete(revoke);
      if (accept !== undefined) service.keys.add(accept);
      return {};
    }),
  );
  app.get("/settings", (c) => c.json(settingsOf(service)));
  app.post("/settings", (c) =>
    change(c, settingsSchema, ({ dialect, catalog, latencyMs, rate, keys }) => {
      if (dialect !== undefined) changeDialect(service, dialect);
      if (catalog !== undefined) service.catalog = catalog;
      if (latencyMs !== undefined) service.latencyMs = latencyMs;
      if (rate !== undefined) service.rateLimit.set({ ...rate, bySecond: false });
      if (keys !== undefined) service.keys = new Set(keys);
      return settingsOf(service);
    }),
  );
  /** Resets everything except the orders: record, faults, clock, rate, dialect, catalog, latency, keys. */
  app.post("/reset", (c) => {
    record.clear();
    service.faults.clear();
    service.refused.clear();
    service.clock.reset();
    changeDialect(service, service.options.dialect);
    service.catalog = service.options.catalog;
    service.latencyMs = service.options.latencyMs;
    service.keys = new Set(service.options.keys);
    return c.json({});
  });
  return app;
}

function describe(service: Service, record: RequestRecord, order: StoredOrder): unknown {
  const decided = service.store.overrideOf(order);
  return {
    ...order,
    ...record.postsOf(order.externalOrderCode),
    deliveryStatus: deliveryStatusOf(order, decided, service.clock.now()),
    override: decided ?? null,
  };
}

function settingsOf({ dialect, catalog, latencyMs, rateLimit }: Service): object {
  const { burst, perSecond } = rateLimit.rate;
  return { dialect, catalog, latencyMs, rate: { burst, perSecond } };
}

/** Checks the body of a change; a wrong one is answered 400 with what is wrong. */
async function change<T>(
  c: Context<SandboxEnv>,
  shape: z.ZodType<T>,
  apply: (given: T) => object | Promise<object>,
): Promise<Response> {
  const body: unknown = await c.req.json().catch(() => null);
  const given = shape.safeParse(body);
  if (!given.success) return c.json({ error: z.prettifyError(given.error) }, 400);
  return c.json(await apply(given.data));
}
