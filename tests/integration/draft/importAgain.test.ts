import { inArray, notInArray } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import { importedLineId, mergedRows, type RowPrints } from "#lib/orders/references/importedLineId.ts";
import { DAY, MINUTE } from "#lib/time/instant.ts";
import type { OrderDraftView } from "#lib/contracts/orders/placeOrder.ts";
import { openDraft } from "#server/orders/drafts/openDraft.ts";
import { readDraft } from "#server/orders/drafts/readDraft.ts";
import { lockUntilCommit } from "#server/db/advisoryLock.ts";
import { orderParts } from "#server/db/schema/orderParts.ts";
import { preflightOrder } from "#server/orders/verbs/preflightOrder.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { untilBlocked } from "#tests/support/untilBlocked.ts";
import { confirm, createOrderDraftWorld, errorOf } from "./orderDraftWorld.ts";

const world = await createOrderDraftWorld();
const { line, saveLines } = world;
const other = await scenario(world.sandbox, "pins-as-strings");
const third = await scenario(world.sandbox, "slow");
afterAll(() => world.close());
const asking = () => ({ ...world.request, recentOrderMs: 10 * MINUTE, recentBatchMs: 30 * DAY });

let used = 0;
/** The fingerprints of a table's rows, which no other table has. */
function table(rows: number): RowPrints[] {
  used += rows;
  return Array.from({ length: rows }, (_, at) => {
    const own = 1_000 + used + at;
    return { whole: own, bought: own, reference: 0 };
  });
}

/** Lines that come from these rows; each buys another quantity, so that nothing but the rows is the same as before. */
const linesOf = (rows: readonly RowPrints[], product?: number) =>
  rows.map((row) => {
    used += 1;
    return { ...line(String(used), product), id: importedLineId(row) };
  });

const questionAbout = async (saved: OrderDraftView) =>
  (await preflightOrder(asking(), { ...checkOf(saved), draftId: saved.id })).recentOrder;

function checkOf(saved: OrderDraftView) {
  const { currency, lines } = confirm(saved);
  return { currency, lines };
}

describe("a table that is imported again", () => {
  it("is asked about for thirty days, whatever is made of its rows, and never refused", async () => {
    const rows = table(6);
    const first = await placeOrder(asking(), confirm(await saveLines(...linesOf(rows))));
    const reference = first.externalOrderCode ?? "";
    await world.advance(DAY);
    const about = (importedRows: number) => ({
      reference,
      placedBy: "Bea Buyer",
      at: first.createdAt,
      importedRows,
    });
    const again = await saveLines(...linesOf(rows, other));
    expect(await questionAbout(again), "another product").toEqual(about(6));
    const part = await saveLines(...linesOf(rows.slice(2), other));
    expect(await questionAbout(part), "a part of it").toEqual(about(4));
    const longer = await saveLines(...linesOf([...rows, ...table(9)], other));
    expect(await questionAbout(longer), "more rows").toEqual(about(6));

    const asked = confirm(longer);
    const problem = { kind: "conflict", details: { conflict: "recent-order", recentOrder: about(6) } };
    const error = await errorOf(placeOrder(asking(), asked));
    expect(error).toMatchObject(problem);
    expect(error.message).toMatch(
      /^6 rows of the imported table were bought on \d{4}-\d\d-\d\d by Bea Buyer: CD-/,
    );
    const placed = await placeOrder(asking(), { ...asked, acknowledgeRecent: reference });
    expect(placed.externalOrderCode).not.toBe(reference);

    await world.advance(31 * DAY);
    expect(await questionAbout(await saveLines(...linesOf(rows, other)))).toBeNull();
  });

  it("is not asked about for other rows of it, for one row in common, or for less than two thirds of the smaller one", async () => {
    const rows = table(9);
    await placeOrder(asking(), confirm(await saveLines(...linesOf(rows.slice(0, 6)))));
    await world.advance(DAY);
    expect(await questionAbout(await saveLines(...linesOf(rows.slice(6)))), "the rest of it").toBeNull();
    expect(await questionAbout(await saveLines(...linesOf(rows.slice(5, 6))))).toBeNull();
    expect(await questionAbout(await saveLines(...linesOf(rows.slice(4, 8))))).toBeNull();
    expect(await questionAbout(await saveLines(line("1", third), line("2", third)))).toBeNull();
  });

  it("is asked about if it has another column by now, in either direction", async () => {
    const rows = table(3);
    /** The same rows in a file with a note in each. */
    const noted = rows.map((row) => ({ ...row, whole: row.whole + 500_000 }));
    /** And in one with the reference of a customer's order. */
    const referring = rows.map((row) => ({ ...row, whole: row.whole + 900_000, reference: row.bought + 7 }));
    const { externalOrderCode } = await placeOrder(asking(), confirm(await saveLines(...linesOf(rows))));
    await world.advance(DAY);
    const about = { reference: externalOrderCode, importedRows: 3 };
    expect(await questionAbout(await saveLines(...linesOf(noted, other)))).toMatchObject(about);
    expect(await questionAbout(await saveLines(...linesOf(referring, other)))).toMatchObject(about);
    // The same purchases for other customers, a day later.
    const { externalOrderCode: second } = await placeOrder(asking(), {
      ...confirm(await saveLines(...linesOf(referring, other))),
      acknowledgeRecent: externalOrderCode ?? "",
    });
    await world.advance(DAY);
    const others = referring.map((row) => ({
      ...row,
      whole: row.whole + 77_777,
      reference: row.reference + 99,
    }));
    expect(await questionAbout(await saveLines(...linesOf(others, third)))).toMatchObject(about);
    expect(await questionAbout(await saveLines(...linesOf(noted, third)))).toMatchObject({
      reference: second,
    });
  });

  it("is asked about if its rows were merged into one line, before or now", async () => {
    const rows = table(5);
    const [first, ...others] = rows;
    if (first === undefined) throw new Error("no rows");
    const merged = (product: number) => ({
      ...line("1", product),
      id: importedLineId(first),
      ...mergedRows({}, others),
    });
    const { externalOrderCode } = await placeOrder(asking(), confirm(await saveLines(merged(other))));
    await world.advance(DAY);
    const about = { reference: externalOrderCode, importedRows: 5 };
    expect(await questionAbout(await saveLines(...linesOf(rows, third)))).toMatchObject(about);
    const again = await saveLines(merged(third));
    expect(await questionAbout(again)).toMatchObject(about);
    expect(await errorOf(placeOrder(asking(), confirm(again)))).toMatchObject({
      kind: "conflict",
      details: { conflict: "recent-order", recentOrder: about },
    });
  });

  it("is recognised in orders of the version before, which kept one fingerprint of each row", async () => {
    const rows = table(3);
    const { externalOrderCode } = await placeOrder(asking(), confirm(await saveLines(...linesOf(rows))));
    const { db } = world.database;
    const whole = new Set(rows.map((row) => row.whole));
    await db.delete(orderParts).where(notInArray(orderParts.part, [...whole]));
    await world.advance(DAY);
    expect(await questionAbout(await saveLines(...linesOf(rows, other)))).toMatchObject({
      reference: externalOrderCode,
      importedRows: 3,
    });
  });

  it("is asked about if it is a table of one row", async () => {
    const rows = table(1);
    const { externalOrderCode } = await placeOrder(asking(), confirm(await saveLines(...linesOf(rows))));
    await world.advance(DAY);
    expect(await questionAbout(await saveLines(...linesOf(rows, third)))).toMatchObject({
      reference: externalOrderCode,
      importedRows: 1,
    });
  });

  it("is asked about when only a part of its lines was ordered, by the rows of these", async () => {
    const rows = table(4);
    const saved = await saveLines(...linesOf(rows));
    const first = await placeOrder(asking(), confirm(saved, saved.draft.lines.slice(0, 2)));
    const second = await placeOrder(
      asking(),
      confirm(await readDraft(world.request), saved.draft.lines.slice(2)),
    );
    await world.advance(DAY);
    const half = await saveLines(...linesOf(rows.slice(0, 2), other));
    expect(await questionAbout(half)).toMatchObject({ reference: first.externalOrderCode, importedRows: 2 });
    const all = await saveLines(...linesOf(rows, other));
    expect(await questionAbout(all)).toMatchObject({ reference: second.externalOrderCode, importedRows: 2 });
  });

  it("makes one order if two members confirm it at the same moment, of other products each: the second one is asked", async () => {
    const rows = table(3);
    const one = await saveLines(...linesOf(rows));
    const two = await openDraft(world.request, { name: "Other", lines: linesOf(rows, other) });
    const { db } = world.database;
    const both = db.transaction(async (tx) => {
      // Both wait for the lock that orders of imported rows have in common.
      await lockUntilCommit(tx, JSON.stringify(["sandbox", "imported rows"]));
      const placing = [one, two].map((each) => placeOrder(asking(), confirm(each)));
      await untilBlocked(world.database, 2);
      return { placing: Promise.allSettled(placing) };
    });
    const outcomes = await (await both).placing;
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("is asked about although its rows were rejected many times since: these bought nothing", async () => {
    const rejected = await scenario(world.sandbox, "unavailable");
    const rows = table(2);
    const first = await placeOrder(asking(), confirm(await saveLines(...linesOf(rows))));
    for (let time = 0; time < 3; time += 1) {
      await world.advance(DAY);
      const again = confirm(await saveLines(...linesOf(rows, rejected)));
      const acknowledgeRecent = first.externalOrderCode ?? "";
      const { kind } = await errorOf(placeOrder(asking(), { ...again, acknowledgeRecent }));
      expect(kind).toBe("rejected");
    }
    const wholes = rows.map(({ whole }) => whole);
    const noted = await world.database.db.$count(orderParts, inArray(orderParts.part, wholes));
    expect(noted).toBe(rows.length);
    expect(await questionAbout(await saveLines(...linesOf(rows, third)))).toMatchObject({
      reference: first.externalOrderCode,
    });
  });
});
