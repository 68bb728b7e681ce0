import { ftruncateSync, mkdtempSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { OrderStore } from "./store.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "codedesk-store-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const order = (externalOrderCode: string) => ({
  externalOrderCode,
  currency: "EUR",
  price: 1_000,
  lines: [{ productId: 1, price: 1_000, quantity: 1 }],
  createdAt: 1,
  readyAt: 2,
  visibleAt: 1,
  behaviour: null,
});
const reopened = (store: OrderStore): OrderStore => {
  store.close();
  return new OrderStore(folder);
};

describe("the orders", () => {
  it("count on from the highest id after a restart, with seeds of their own", async () => {
    let store = new OrderStore(folder);
    const [one, two] = await Promise.all([store.add(order("a")), store.add(order("b"))]);
    expect([one.order.orderId, two.order.orderId]).toEqual([5_000_001, 5_000_002]);
    expect(one.order.seed).toMatch(/^[0-9a-f]{24}$/);
    expect(one.order.seed).not.toBe(two.order.seed);
    store = reopened(store);
    expect(store.all()).toEqual([one.order, two.order]);
    expect((await store.add(order("c"))).order.orderId).toBe(5_000_003);
    store.close();
  });

  it("are made once for a code, also while the first is on its way to the disk", async () => {
    const store = new OrderStore(folder);
    const [first, second] = await Promise.all([store.add(order("a")), store.add(order("a"))]);
    expect([first.existed, second.existed]).toEqual([false, true]);
    expect(second.order).toEqual(first.order);
    expect(await store.add(order("a"))).toEqual({ order: first.order, existed: true });
    expect(store.all()).toHaveLength(1);
    store.close();
  });

  it("keep what was decided about them, merged, over a restart", async () => {
    let store = new OrderStore(folder);
    const { order: made } = await store.add(order("a"));
    await store.override({ externalOrderCode: "a", readyAt: 5 });
    await store.override({ externalOrderCode: "a", delivered: 0 });
    store = reopened(store);
    expect(store.overrideOf(made)).toEqual({ externalOrderCode: "a", readyAt: 5, delivered: 0 });
    store.close();
  });

  it("are found by id and by code, by the id first", async () => {
    const store = new OrderStore(folder);
    const { order: one } = await store.add(order("a"));
    const { order: other } = await store.add(order("5000001"));
    expect(store.find("5000001")).toEqual(one);
    expect(store.find("5000002")).toEqual(other);
    expect(store.find("a")).toEqual(one);
    expect(store.byCode("5000001")).toEqual(other);
    expect(store.byCode("5000002")).toBeUndefined();
    store.close();
  });

  it("keep their scenario over a restart, and none that is not known any more", async () => {
    let store = new OrderStore(folder);
    await store.add({ ...order("a"), behaviour: "slow" });
    store = reopened(store);
    expect(store.byCode("a")?.behaviour).toBe("slow");
    store.close();
    const old = { ...order("b"), orderId: 7, seed: "", behaviour: "of-an-older-version" };
    writeFileSync(path.join(folder, "orders.journal"), `${JSON.stringify({ kind: "order", order: old })}\n`);
    store = new OrderStore(folder);
    expect(store.byCode("b")?.behaviour).toBeNull();
    store.close();
  });

  it("can come again if there was no room for them", async () => {
    let isFull = true;
    const store = new OrderStore(folder, {
      write: (file, bytes, from, done) => {
        const written = writeSync(file, bytes.subarray(from));
        setImmediate(() => done(isFull ? new Error("no space") : null, written));
      },
      flush: (_, done) => setImmediate(() => done(null)),
      truncate: ftruncateSync,
    });
    await expect(store.add(order("a"))).rejects.toThrow("no space");
    expect(store.all()).toEqual([]);
    isFull = false;
    expect(await store.add(order("a"))).toMatchObject({ existed: false });
    store.close();
  });

  it("are not taken any more once the journal is closed", async () => {
    const store = new OrderStore(folder);
    store.close();
    await expect(store.add(order("a"))).rejects.toThrow("EBADF");
  });

  it("are refused from a journal of another program, with the line", () => {
    writeFileSync(path.join(folder, "orders.journal"), '{"kind":"shopping"}\n{"kind":"order"}\n');
    expect(() => new OrderStore(folder)).toThrow(
      `The journal in ${folder} is not of this program (line 1); use another directory`,
    );
  });

  it.each([
    { kind: "order", override: { externalOrderCode: "a" } },
    { kind: "override", order: {} },
    { kind: "list", override: { externalOrderCode: "a" } },
    { kind: "list", order: { ...order("a"), orderId: 7, seed: "" } },
  ])("are refused where an entry is not what it says: %j", (entry) => {
    writeFileSync(path.join(folder, "orders.journal"), `${JSON.stringify(entry)}\n`);
    expect(() => new OrderStore(folder)).toThrow("(line 1)");
  });
});
