import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Behaviour } from "#sandbox/catalog/behaviours.ts";
import { scenarioProducts } from "#sandbox/catalog/generate.ts";
import { createService, type Service } from "#sandbox/state/service.ts";
import { authenticate } from "./authenticate.ts";
import { codeOf, placeOrder } from "./placeOrder.ts";
import { readOrder } from "./readOrder.ts";
import { readProduct, readProducts } from "./readProducts.ts";

const KEY = "svc_test_key";
const IDS = new Map(scenarioProducts().map(({ product, behaviour }) => [behaviour, product.id]));

let dataDir: string;
let service: Service;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), "codedesk-endpoints-"));
  service = createService({
    dataDir,
    keys: [KEY],
    products: 20,
    control: false,
    dialect: "plain",
    catalog: "usual",
    latencyMs: 0,
    fulfilmentMs: 2_000,
    wallet: "fixed",
  });
});
afterEach(() => {
  service.store.close();
  rmSync(dataDir, { recursive: true });
});

const orderOf = (behaviour: Behaviour, externalOrderCode: unknown = "a", quantity = 1) => ({
  externalOrderCode,
  currency: "EUR",
  price: 1_000 * quantity,
  orderProducts: [{ productId: IDS.get(behaviour), price: 1_000, quantity }],
});
const place = async (behaviour: Behaviour, code?: string) =>
  (await placeOrder(service, orderOf(behaviour, code))).status;
const notFound = (message: string) => ({
  status: 404,
  body: { statusCode: 404, error: "Not Found", message },
});

describe("the key", () => {
  const message = (key: string | undefined) => authenticate(service, key)?.body;

  it("is missing, wrong, or lets the caller pass", () => {
    expect(authenticate(service, KEY)).toBeNull();
    for (const missing of [undefined, ""])
      expect(message(missing)).toMatchObject({ message: "Missing API key" });
    expect(message("svc_test_other")).toMatchObject({ statusCode: 401, message: "Invalid API key" });
    expect(message(KEY.toUpperCase())).toMatchObject({ message: "Invalid API key" });
  });

  it("has a rate of its own; all calls without an accepted one share another", () => {
    service.rateLimit.set({ burst: 2, perSecond: 0.001, bySecond: false });
    const status = (key: string | undefined) => authenticate(service, key)?.status ?? 200;
    expect([undefined, "svc_test_other", "", "svc_test_more"].map(status)).toEqual([401, 401, 429, 429]);
    expect([KEY, KEY, KEY].map(status)).toEqual([200, 200, 429]);
    expect(message(KEY)).toMatchObject({ message: "Rate limit exceeded. Retry after 1000s." });
  });
});

describe("the list of products", () => {
  const list = (query: string) => readProducts(service, new URLSearchParams(query));

  it.each([
    "skip=",
    "skip=-1",
    "skip=x",
    "skip=1x",
    "skip=1.5",
    "skip=1e3",
    "skip=%201",
    "skip=9999999999999999",
  ])("is refused where %s is no place in it", (query) => {
    expect(list(query)).toEqual({
      status: 400,
      body: { statusCode: 400, error: "Bad Request", message: "skip must be an integer of at least 0" },
    });
  });

  it.each(["take=", "take=0", "take=101", "take=ten", "take=5x", "take=x5", "take=-1"])(
    "is refused where %s is no length",
    (query) => {
      expect(list(query)).toEqual({
        status: 400,
        body: { statusCode: 400, error: "Bad Request", message: "take must be an integer from 1 to 100" },
      });
    },
  );

  it("has up to a hundred products, filtered by what is not empty", () => {
    expect(list("")).toMatchObject({ status: 200, body: { skip: 0, take: 100, total: 75 } });
    expect(list("skip=70&take=1")).toMatchObject({ body: { skip: 70, take: 1, items: [{}] } });
    expect(list("take=100").status).toBe(200);
    expect(list("brand=Scenario")).toMatchObject({ body: { total: 55 } });
    expect(list("brand=&brand=Scenario&tag=")).toMatchObject({ body: { total: 55 } });
    expect(list("brand=&tag=")).toMatchObject({ body: { total: 75 } });
    expect(list("tag=nobody-has-this")).toMatchObject({ body: { total: 0, items: [] } });
  });

  it("is shorter if a dialect has shorter pages", () => {
    service.dialect = "frugal";
    expect(list("take=50")).toMatchObject({ body: { meta: { total: 75, skip: 0, take: 10 } } });
    expect(list("take=5")).toMatchObject({ body: { meta: { take: 5 } } });
  });
});

describe("one product", () => {
  it("is found by its id alone", () => {
    expect(readProduct(service, "100001")).toMatchObject({ status: 200, body: { id: 100_001 } });
    for (const id of ["0100001", "100001x", "x100001", "100001.0", "1e5", "", "1000010000000001", "7"]) {
      expect(readProduct(service, id)).toEqual(notFound(`Product ${id} was not found in your catalog`));
    }
  });

  it("is a hostile record only while the hostile catalog is listed", () => {
    const unknown = notFound("Product 800101 was not found in your catalog");
    expect(readProduct(service, "800101")).toEqual(unknown);
    service.catalog = "endless";
    expect(readProduct(service, "800101")).toEqual(unknown);
    expect(readProduct(service, "2000001")).toMatchObject({ status: 200, body: { id: 2_000_001 } });
    service.catalog = "hostile";
    expect(readProduct(service, "800101")).toMatchObject({ status: 200, body: { price: -1_000 } });
    expect(readProduct(service, "100001")).toMatchObject({ status: 200, body: { id: 100_001 } });
    service.dialect = "grouped";
    expect(readProduct(service, "800101")).toMatchObject({ body: { product: { price: -1_000 } } });
  });
});

describe("placing an order", () => {
  it("makes one of each code, and answers it again as it is by then", async () => {
    const first = await placeOrder(service, orderOf("slow"));
    expect(first).toMatchObject({ status: 202, body: { orderId: 5_000_001, status: "processing" } });
    expect(await placeOrder(service, { externalOrderCode: "a" })).toEqual(first);
    service.clock.move(5 * 60_000);
    const ready = await placeOrder(service, orderOf("slow"));
    expect(ready).toMatchObject({ status: 202, body: { orderId: 5_000_001, status: "completed" } });
    expect(ready.body).toEqual(readOrder(service, "a").body);
    expect(await place("slow", "b")).toBe(202);
    expect(service.store.all()).toHaveLength(2);
  });

  it("makes one order of two calls at once, which the second one may not repeat if it is a conflict", async () => {
    const orders = [orderOf("slow"), orderOf("slow")].map((order) => placeOrder(service, order));
    const [one, other] = await Promise.all(orders);
    expect(other).toEqual(one);
    const conflicts = ["c", "c"].map((code) => place("conflict-on-repeat", code));
    expect(await Promise.all(conflicts)).toEqual([202, 409]);
    expect(service.store.all()).toHaveLength(2);
  });

  it("is refused as often as its scenario says, by each code apart", async () => {
    const statuses: number[] = [];
    for (const code of ["a", "a", "b", "a", "a"]) statuses.push(await place("throttled", code));
    expect(statuses).toEqual([429, 429, 429, 202, 202]);
    expect([await place("down-once", "c"), await place("down-once", "c")]).toEqual([502, 202]);
    for (let call = 0; call < 3; call += 1) expect(await place("down-always", "d")).toBe(502);
    expect([...service.refused]).toEqual([
      ["a", 2],
      ["b", 1],
      ["c", 1],
    ]);
    expect(service.store.byCode("d")).toBeUndefined();
  });

  it("follows the first line that has a scenario", async () => {
    const lines = (...behaviours: Behaviour[]) =>
      behaviours.map((behaviour) => ({ productId: IDS.get(behaviour), price: 1_000, quantity: 1 }));
    const usual = service.listing.page("usual", { country: ["DE", "AT", "FR", "ES", "IT"] }, 0, 20, 0).items;
    const fixed = usual.find(({ denominationType }) => denominationType === "fixed");
    const ordinary = { productId: fixed?.id, price: fixed?.price, quantity: 1 };
    const order = (externalOrderCode: string, orderProducts: object[], price: number) =>
      placeOrder(service, { externalOrderCode, currency: "EUR", price, orderProducts });
    expect(await order("a", lines("unavailable", "slow"), 2_000)).toMatchObject({ status: 422 });
    expect(await order("b", lines("slow", "unavailable"), 2_000)).toMatchObject({ status: 202 });
    const price = 1_000 + (fixed?.price ?? 0);
    expect(await order("c", [ordinary, ...lines("unavailable")], price)).toMatchObject({ status: 422 });
    expect(await order("d", [ordinary], price - 1_000)).toMatchObject({ status: 202 });
    expect(service.store.byCode("d")?.behaviour).toBeNull();
    expect(service.store.byCode("b")?.behaviour).toBe("slow");
  });

  it("is ready by all codes of all lines", async () => {
    await placeOrder(service, orderOf("pins-as-strings", "a", 7));
    const { createdAt = 0, readyAt = 0 } = service.store.byCode("a") ?? {};
    expect(readyAt - createdAt).toBe(2_000 + 7 * 25);
  });

  it("knows a code only if it is a text", () => {
    expect(codeOf({ externalOrderCode: "a" })).toBe("a");
    for (const body of [null, undefined, "a", 7, [], {}, { externalOrderCode: 7 }, { code: "a" }]) {
      expect(codeOf(body)).toBeNull();
    }
    const callable = Object.assign(() => undefined, { externalOrderCode: "a" });
    expect(codeOf(callable)).toBeNull();
  });
});

describe("an order that is read", () => {
  it("is found by id and code, from the moment it can be seen", async () => {
    await place("late-visible");
    expect(readOrder(service, "a")).toEqual(notFound("Order a not found"));
    const { visibleAt = 0 } = service.store.byCode("a") ?? {};
    const at = (now: number) => {
      service.clock.now = () => now;
      return readOrder(service, "5000001").status;
    };
    expect([at(visibleAt - 1), at(visibleAt)]).toEqual([404, 200]);
    expect(readOrder(service, "b")).toEqual(notFound("Order b not found"));
  });
});
