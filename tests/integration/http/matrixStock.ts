import { and, eq, isNull } from "drizzle-orm";
import { restockRules } from "#server/db/schema/restock.ts";
import type { Member } from "#tests/support/testProgram.ts";
import type { Cell, MatrixWorld } from "./matrixWorld.ts";

// What the routes of the stock and of restock rules are called with: a product has one rule at most, so each call begins without one.

const terms = {
  mode: "propose" as const,
  keep: 5,
  refillTo: 20,
  multiple: 1,
  amount: null,
  highestPrice: null,
  mostPerDay: null,
};

async function withoutRule({ stack }: MatrixWorld, { environment }: Cell): Promise<void> {
  await stack.program.db
    .update(restockRules)
    .set({ deletedAt: stack.now() })
    .where(and(eq(restockRules.environment, environment), isNull(restockRules.deletedAt)));
}

const newRule = async (world: MatrixWorld, cell: Cell) => {
  await withoutRule(world, cell);
  return { body: { productId: 1, ...terms } };
};

async function ruleOf(world: MatrixWorld, cell: Cell, { id: ownerId }: Member, mode: "propose" | "order") {
  await withoutRule(world, cell);
  const { stack } = world;
  const times = { createdAt: stack.now(), updatedAt: stack.now() };
  const [row] = await stack.program.db
    .insert(restockRules)
    .values({
      ...terms,
      mode,
      environment: cell.environment,
      ownerId,
      changedBy: ownerId,
      productId: 1,
      ...times,
    })
    .returning({ id: restockRules.id });
  return { params: { ruleId: row?.id ?? "" } };
}

const ownRule = (world: MatrixWorld, cell: Cell, self: Member) => ruleOf(world, cell, self, "propose");

const changedRule = async (world: MatrixWorld, cell: Cell, self: Member) => ({
  ...(await ownRule(world, cell, self)),
  body: { ...terms, version: 1 },
});

/** A rule of another member that waits for consent. */
const orderingRule = async (world: MatrixWorld, cell: Cell) => ({
  ...(await ruleOf(world, cell, await world.stack.addMember("buyer", "Owner"), "order")),
  body: { version: 1 },
});

/** What a rule of another member would do. */
const orderingRulePreview = async (world: MatrixWorld, cell: Cell) => {
  const { params } = await orderingRule(world, cell);
  return { body: { ruleId: params.ruleId } };
};

/** The rows of the routes of the stock and of restock rules. */
export const STOCK_ROWS = {
  "GET codes/stock": { permission: "stock.read" },
  "POST codes/stock/export": {
    permission: "stock.read",
    call: () => ({ body: { format: "csv" } }),
  },
  "GET restock-rules": { permission: "stock.read" },
  "GET restock-rules/attention": { permission: "stock.read" },
  "POST restock-rules": { permission: "rules.manage", call: newRule },
  "POST restock-rules/preview": { permission: "stock.read", call: orderingRulePreview },
  "PUT restock-rules/[ruleId]": { permission: "rules.manage", call: changedRule },
  "DELETE restock-rules/[ruleId]": { permission: "rules.manage", call: ownRule },
  "POST restock-rules/[ruleId]/approval": { permission: "orders.approve", call: orderingRule },
} as const;
