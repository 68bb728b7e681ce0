import { randomUUID } from "node:crypto";
import { asc, eq, sql } from "drizzle-orm";
import { expect } from "vitest";
import { POST as checkRoute } from "#app/api/orders/[reference]/check/route.ts";
import { POST as placeRoute } from "#app/api/orders/route.ts";
import { HOUR } from "#lib/time/instant.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { orders } from "#server/db/schema/orders.ts";
import { startSandbox, type Sandbox } from "#scripts/launch/sandbox/sandboxProcess.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { createTestProgram, type Answer, type TestProgram } from "#tests/support/testProgram.ts";
import { answerNext } from "#tests/support/serviceAnswers.ts";

type Behaviour = Parameters<typeof scenario>[1];
/** The service's answer for an order: the entries of `products`. */
export type Products = readonly Record<string, unknown>[];

/** A dashboard, and a service whose delivered codes the test decides. */
export type CodesWorld = {
  sandbox: Sandbox;
  stack: TestProgram;
  /** From now on, answers every look-up of an order with these products. */
  answerWith(products: Products): Promise<void>;
  /** Places an order of one product, delivered like this. Returns its reference. */
  deliveredOrder(cookie: string, products: Products, behaviour?: Behaviour): Promise<string>;
  /** Records of an action, the oldest first. */
  recorded(action: string): Promise<{ details: Record<string, unknown>; actorId: string | null }[]>;
  /** Makes the database refuse every new row of a table until `allowWrites`. */
  refuseWrites(table: string): Promise<void>;
  allowWrites(table: string): Promise<void>;
  close(): Promise<void>;
};

/** Has the order be of the products that the answer names: what was not ordered is withheld. */
async function orderedInstead(stack: TestProgram, reference: string, products: Products): Promise<void> {
  const named = products.flatMap(({ productId, pin }) =>
    typeof productId === "number" ? [{ productId, count: Array.isArray(pin) ? pin.length : 1 }] : [],
  );
  if (named.length === 0) return;
  const lines = [...Map.groupBy(named, ({ productId }) => productId)].map(([productId, of]) => ({
    productId,
    productName: null,
    price: 1_000,
    quantity: of.reduce((sum, { count }) => sum + count, 0),
    countryCode: null,
  }));
  await stack.program.db.update(orders).set({ lines }).where(eq(orders.externalOrderCode, reference));
}

export async function createCodesWorld(variables: Record<string, string> = {}): Promise<CodesWorld> {
  const sandbox = await startSandbox({ products: 200 });
  const stack = await createTestProgram({
    SERVICE_SANDBOX_URL: sandbox.url,
    SERVICE_SANDBOX_KEY: sandbox.key,
    ...variables,
  });
  const answerWith = async (products: Products) => {
    await sandbox.control("DELETE", "faults");
    const body = { status: "completed", delivered: products.length, products };
    await answerNext(sandbox, "order", body, { times: 1_000 });
  };
  return {
    sandbox,
    stack,
    answerWith,
    deliveredOrder: async (cookie, products, behaviour = "price-moves") => {
      // Otherwise the service says that it already has this order.
      await sandbox.control("DELETE", "faults");
      const productId = await scenario(sandbox, behaviour);
      const body = {
        currency: "EUR",
        lines: [{ productId, quantity: products.length }],
        externalOrderCode: randomUUID(),
        confirmationId: randomUUID(),
      };
      const placed = await stack.call(placeRoute, { method: "POST", cookie, body });
      expect(placed.status, JSON.stringify(placed.json)).toBe(202);
      await answerWith(products);
      stack.advance(HOUR);
      const reference = body.externalOrderCode;
      await orderedInstead(stack, reference, products);
      const checked: Answer = await stack.call(checkRoute, { method: "POST", cookie, params: { reference } });
      expect(checked.status).toBe(200);
      return reference;
    },
    recorded: (action) =>
      stack.program.db
        .select({ details: auditRecords.details, actorId: auditRecords.actorId })
        .from(auditRecords)
        .where(eq(auditRecords.action, action))
        .orderBy(asc(auditRecords.id)),
    refuseWrites: async (table) =>
      void (await stack.program.db.execute(
        sql.raw(`alter table ${table} add constraint refuse_${table} check (false) not valid`),
      )),
    allowWrites: async (table) =>
      void (await stack.program.db.execute(sql.raw(`alter table ${table} drop constraint refuse_${table}`))),
    close: async () => {
      await stack.close();
      await sandbox.dispose();
    },
  };
}
