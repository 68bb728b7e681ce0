import { describe, expect, it } from "vitest";
import type { Budget } from "#lib/contracts/orders/budgets.ts";
import { budgetsCsv, budgetsPlainCsv } from "./budgetTable.ts";

const BUDGET: Budget = {
  id: "0b7c7a2e-6f0e-4c5a-9c55-0c3f6b6a2a11",
  name: "=Campaigns",
  mode: "soft",
  period: "month",
  startsOn: null,
  endsOn: null,
  rollsOver: true,
  amounts: [{ currency: "EUR", amount: 500_000 }],
  members: [],
  tags: [],
  purchaseOrders: [],
  approvers: [],
  closed: false,
  forecasts: [],
  periods: [
    {
      from: "2026-11-01",
      to: "2026-11-30",
      used: [
        { currency: "EUR", amount: 510_000, carried: 10_000, reserved: 1_050, spent: 500_000 },
        { currency: "JPY", amount: 0, carried: 0, reserved: 0, spent: 1_200 },
      ],
    },
  ],
};

describe("the export of budgets", () => {
  it("has a row for each currency of each period, with amounts in its decimals, never summed", () => {
    expect(budgetsPlainCsv([BUDGET]).replace("\ufeff", "").trimEnd().split("\r\n")).toEqual([
      "Budget,Orders beyond it,From (UTC),To (UTC),Currency,Amount,Carried over,Reserved,Spent,Left",
      "=Campaigns,need approval,2026-11-01,2026-11-30,EUR,5100.00,100.00,10.50,5000.00,89.50",
      "=Campaigns,need approval,2026-11-01,2026-11-30,JPY,0,0,0,1200,-1200",
    ]);
  });

  it("has no formula for spreadsheets", () => {
    expect(budgetsCsv([BUDGET])).not.toMatch(/(^|[\n,])"?=Campaigns/);
  });
});
