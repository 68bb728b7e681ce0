import { randomUUID } from "node:crypto";
import type { Cell, MatrixWorld } from "./matrixWorld.ts";

/** The routes of budgets. */
export const BUDGET_ROWS = {
  "GET budgets": { permission: "wallet.read" },
  "POST budgets": {
    permission: "team.manage",
    call: () => ({
      body: {
        name: `Budget ${randomUUID()}`,
        mode: "soft",
        period: "month",
        amounts: [{ currency: "EUR", amount: 100_000_000 }],
        tags: ["matrix-budget"],
        closed: true,
      },
    }),
  },
  "PUT budgets/[budgetId]": {
    permission: "team.manage",
    // Of no budget: changing one is tested with the budgets.
    call: () => ({
      params: { budgetId: randomUUID() },
      body: { name: "Games", mode: "soft", period: "month", amounts: [{ currency: "EUR", amount: 1 }] },
    }),
    status: 404,
  },
  "POST budgets/left": { permission: "orders.place", call: () => ({ body: { currency: "EUR" } }) },
  "GET orders/[reference]/budgets": {
    permission: "orders.read",
    call: (world: MatrixWorld, cell: Cell) => ({ params: { reference: world.completed(cell.environment) } }),
  },
} as const;
