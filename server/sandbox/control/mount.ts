import type { Hono } from "hono";
import { z } from "zod";
import type { SandboxEnv } from "../app.ts";
import { DIALECTS } from "../dialect.ts";
import { override } from "../orders/order.ts";
import type { Service } from "../service.ts";
import { faultRule } from "./faults.ts";

const settings = z.strictObject({
  dialect: z.enum(DIALECTS).optional(),
  latencyMs: z.int().min(0).optional(),
  rate: z.strictObject({ burst: z.int().min(1), perSecond: z.number().positive() }).optional(),
  keys: z.array(z.string().min(1)).optional(),
});

/** The control interface: only when started with --control, only for tests and demonstrations. */
export function mountControl(app: Hono<SandboxEnv>, service: Service): void {
  // `?code=` narrows both records to what is about these codes or references.
  app.get("/control/requests", (c) => {
    const codes = c.req.queries("code");
    const all = service.record?.all() ?? [];
    return c.json(
      codes === undefined ? all : all.filter(({ code }) => code !== null && codes.includes(code)),
    );
  });
  app.delete("/control/requests", (c) => {
    service.record?.clear();
    return c.json({});
  });
  /** The oracle: what the service really holds. */
  app.get("/control/orders", (c) => {
    const codes = c.req.queries("code");
    return c.json(
      codes === undefined ? service.store.all() : codes.flatMap((code) => service.store.byCode(code) ?? []),
    );
  });
  app.post("/control/orders", async (c) => {
    const change = override.safeParse(await c.req.json());
    if (!change.success) return c.json({ error: z.prettifyError(change.error) }, 400);
    await service.store.override(change.data);
    return c.json({});
  });
  app.post("/control/clock", async (c) => {
    const move = z.strictObject({ moveMs: z.int() }).safeParse(await c.req.json());
    if (!move.success) return c.json({ error: z.prettifyError(move.error) }, 400);
    service.clock.move(move.data.moveMs);
    return c.json({ now: service.clock.now() });
  });
  app.post("/control/faults", async (c) => {
    const rule = faultRule.safeParse(await c.req.json());
    if (!rule.success) return c.json({ error: z.prettifyError(rule.error) }, 400);
    service.faults.add(rule.data);
    return c.json({});
  });
  app.delete("/control/faults", (c) => {
    service.faults.clear();
    return c.json({});
  });
  app.post("/control/settings", async (c) => {
    const change = settings.safeParse(await c.req.json());
    if (!change.success) return c.json({ error: z.prettifyError(change.error) }, 400);
    const { dialect, latencyMs, rate, keys } = change.data;
    if (dialect !== undefined) service.dialect = dialect;
    if (latencyMs !== undefined) service.latencyMs = latencyMs;
    if (rate !== undefined) service.rateLimit.set(rate.burst, rate.perSecond);
    if (keys !== undefined) service.keys = new Set(keys);
    return c.json({});
  });
}
