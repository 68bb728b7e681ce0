import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { PlaceOrderRequest } from "#lib/contracts/orders/placeOrder.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { currencyUnits } from "#server/db/schema/service.ts";
import { findByReference } from "#server/orders/ledger/ledgerRow.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { preflightOrder } from "#server/orders/verbs/preflightOrder.ts";
import { readCurrencyUnits, stateCurrencyUnits } from "#server/settings/currencyUnits.ts";
import { loadUnits } from "#server/context/loadUnits.ts";
import { keepBalances } from "#server/serviceLimits/keepBalances.ts";
import { readWallet } from "#server/wallet/readWallet.ts";
import { createOrderWorld, type OrderWorld } from "#tests/support/orderWorld.ts";
import { answerNext } from "#tests/support/serviceAnswers.ts";

/** Of the product of the running test: products that were read a moment ago are not read again. */
let id = 4_710;

let world: OrderWorld;
let admin: MemberRequest;
beforeAll(async () => {
  world = await createOrderWorld();
  admin = await world.join("admin", "Ada Admin");
});
beforeEach(async () => {
  await world.reset();
  await world.program.db.delete(currencyUnits);
  await loadUnits(world.program.db);
});
afterAll(() => world.close());

/** From now on, the lines are of a new product, about which the service's next answer is this. */
function priced(currencyCode: string): Promise<void> {
  id += 1;
  return answerNext(world.sandbox, "product", { id, name: "Voucher", currencyCode, price: 25_000_000 });
}

const lines = () => [{ productId: id, quantity: 1 }];

const order = (currency: string, more: Partial<PlaceOrderRequest> = {}): PlaceOrderRequest => ({
  currency,
  lines: lines(),
  confirmationId: randomUUID(),
  externalOrderCode: `U-${randomUUID()}`,
  ...more,
});

/** The problems of a confirmation, which is to be refused. */
async function refusalOf(input: PlaceOrderRequest): Promise<string> {
  const refused: unknown = await placeOrder(world.request, input).catch((error: unknown) => error);
  expect(await world.ordersAtService(input.externalOrderCode ?? "")).toEqual([]);
  return JSON.stringify(refused);
}

describe("a product in a currency that ISO 4217 does not know", () => {
  it("is never ordered before an administrator has stated its decimals, in a review and by a program", async () => {
    for (const currency of ["USDT", "DIEM", "$"]) {
      await priced(currency);
      const { externalOrderCode: _none, confirmationId: _id, ...purchase } = order(currency);
      const { ok, problems } = await preflightOrder(world.request, purchase);
      expect([ok, problems[0]?.message]).toEqual([false, expect.stringContaining("how many decimals")]);
      await priced(currency);
      expect(await refusalOf(order(currency))).toContain("lines");
    }
    const sent = await world.sandbox.control("GET", "orders");
    expect(JSON.stringify(sent)).not.toContain("USDT");
  });

  it("is ordered once it is stated, unless the page still has other decimals", async () => {
    await stateCurrencyUnits(admin, { currency: "usdt", decimals: 6 });
    expect(formatAmount(25_000_000, "USDT")).toBe("USDT 25.000000");
    await priced("USDT");
    const purchase = () => ({ currency: "USDT", lines: lines() });
    expect((await preflightOrder(world.request, { ...purchase(), decimals: 6 })).ok).toBe(true);
    await priced("USDT");
    const stale = await preflightOrder(world.request, { ...purchase(), decimals: 2 });
    expect([stale.ok, stale.orderProblems]).toEqual([false, [expect.stringContaining("have been changed")]]);
    await priced("USDT");
    expect(await refusalOf(order("USDT", { decimals: 2 }))).toContain("validation");
  });

  it("is judged by what is stated in the database, also by an instance that has not read it yet", async () => {
    await world.program.db
      .insert(currencyUnits)
      .values({ currency: "USDT", decimals: 6, updatedAt: world.now(), updatedBy: admin.actor.id });
    await priced("USDT");
    const purchase = { currency: "USDT", lines: lines() };
    expect((await preflightOrder(world.request, purchase)).ok).toBe(true);
  });
});

describe("a product whose currency the service writes in small letters", () => {
  it("is in the one currency of that name, and is sent as the service writes it", async () => {
    await priced("eur");
    const input = order("EUR");
    // The service doesn't have the product, so it rejects what arrives.
    await expect(placeOrder(world.request, input)).rejects.toMatchObject({ kind: "rejected" });
    const row = await findByReference(world.program.db, "sandbox", input.externalOrderCode ?? "");
    expect(row?.currency).toBe("EUR");
    const [sent] = (await world.received(input.externalOrderCode ?? "")).filter(
      ({ method }) => method === "POST",
    );
    const body = Buffer.from(sent?.body ?? "", "base64").toString("utf8");
    expect(JSON.parse(body)).toMatchObject({ currency: "eur" });
  });
});

describe("the decimals of a currency", () => {
  it("are listed as unknown where the wallet or the catalog has the currency, until they are stated", async () => {
    await keepBalances(world.program.db, {
      environment: "sandbox",
      at: world.now(),
      orderRow: null,
      reading: {
        balances: ["USDT", "EUR"].map((currency) => ({
          currency,
          amounts: [{ name: "balance", amount: 5 }],
        })),
        raw: null,
      },
    });
    const before = await readCurrencyUnits(admin);
    expect([before.stated, before.unknown.includes("USDT")]).toEqual([[], true]);
    expect(before.unknown).not.toContain("EUR");
    const stated = [{ currency: "USDT", decimals: 6 }];
    const after = await stateCurrencyUnits(admin, { currency: "USDT", decimals: 6 });
    expect([after.stated, after.unknown.includes("USDT")]).toEqual([stated, false]);
    expect(await stateCurrencyUnits(admin, { currency: "USDT", decimals: null })).toEqual(before);
    const records = await world.program.db
      .select({ details: auditRecords.details, by: auditRecords.actorId })
      .from(auditRecords)
      .where(eq(auditRecords.action, "currency.units-stated"))
      .orderBy(auditRecords.id);
    expect(records.slice(-2)).toEqual([
      { by: admin.actor.id, details: { currency: "USDT", decimals: 6, before: null } },
      { by: admin.actor.id, details: { currency: "USDT", decimals: null, before: 6 } },
    ]);
  });

  it("are stated by administrators only, and never for a currency of ISO 4217", async () => {
    const stating = stateCurrencyUnits(world.request, { currency: "USDT", decimals: 6 });
    await expect(stating).rejects.toMatchObject({ kind: "forbidden" });
    await expect(stateCurrencyUnits(admin, { currency: "eur", decimals: 6 })).rejects.toMatchObject({
      kind: "validation",
    });
  });
});

describe("a wallet with odd entries", () => {
  it("is answered with all of them: other currencies as they are, what is not exact as text", async () => {
    await answerNext(world.sandbox, "wallet", {
      balances: [
        { currency: "USDT", balance: 5 },
        { currency: "", balance: 7 },
        { currency: "EUR", balance: "9007199254740993" },
      ],
    });
    const { balances, unread } = await readWallet(admin);
    expect(balances.map(({ currency }) => currency)).toEqual(["USDT", ""]);
    expect(unread).toEqual([{ currency: "EUR", name: "balance", text: "9007199254740993" }]);
  });
});
