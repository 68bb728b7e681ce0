import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSandbox, type Sandbox } from "#scripts/launch/sandbox/sandboxProcess.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import {
  errorBody,
  type ListedProduct,
  listedProductSchema,
  listingSchema,
  partner,
  type Partner,
  wholeCatalog,
} from "./partner.ts";

let sandbox: Sandbox;
let client: Partner;
let all: ListedProduct[];
beforeAll(async () => {
  sandbox = await startSandbox({ products: 2_400 });
  client = partner(sandbox);
  all = await wholeCatalog(client);
});
afterAll(() => sandbox.dispose());

const count = (values: (string | number)[]) => new Set(values).size;
const page = async (query: string) =>
  listingSchema.parse((await client.get(`/catalog/products?${query}`)).body);

describe("§2.1 catalog product", () => {
  it("is large and varied enough to be realistic", () => {
    expect(all.length).toBeGreaterThanOrEqual(2_000);
    expect(count(all.map(({ currencyCode }) => currencyCode))).toBeGreaterThanOrEqual(12);
    expect(count(all.map(({ countryCode }) => countryCode))).toBeGreaterThanOrEqual(25);
    expect(count(all.map(({ brand }) => brand))).toBeGreaterThanOrEqual(60);
    expect(count(all.map(({ language }) => language))).toBeGreaterThanOrEqual(10);
    expect(count(all.flatMap(({ tags }) => tags))).toBeGreaterThanOrEqual(5);
    for (const currency of ["JPY", "KRW", "KWD"]) {
      expect(all.some(({ currencyCode }) => currencyCode === currency)).toBe(true);
    }
  });

  it("has unique ids and names", () => {
    expect(count(all.map(({ id }) => id))).toBe(all.length);
    expect(count(all.map(({ name }) => name))).toBe(all.length);
  });

  it("has a range, a step and an orderable default when open, and a price when fixed", () => {
    const open = all.filter((product) => product.denominationType === "open");
    expect(open.length).toBeGreaterThan(200);
    expect(all.length - open.length).toBeGreaterThan(200);
    for (const product of open) {
      if (product.denominationType !== "open") continue;
      const { denominationMinValue: min, denominationMaxValue: max, denominationStep: step } = product;
      const suggested = product.denominationDefaultValue;
      expect(max).toBeGreaterThan(min);
      expect(suggested).toBeGreaterThanOrEqual(min);
      expect(suggested).toBeLessThanOrEqual(max);
      expect((suggested - min) % step === 0 || suggested % step === 0).toBe(true);
    }
  });

  it("has some unusual steps: not aligned from zero, of one minor unit, of 333", () => {
    const steps = all.flatMap((product) =>
      product.denominationType === "open" ? [[product.denominationMinValue, product.denominationStep]] : [],
    );
    expect(steps).toContainEqual([1_000, 2_500]);
    expect(steps.some(([, step]) => step === 1)).toBe(true);
    expect(steps.some(([, step]) => step === 333)).toBe(true);
  });

  it("is the same after a restart", async () => {
    const other = await startSandbox({ products: 2_400 });
    try {
      expect(await wholeCatalog(partner(other))).toEqual(all);
    } finally {
      await other.dispose();
    }
  });
});

describe("§4.2 GET /catalog/products", () => {
  it("pages by skip and take without gap or overlap, and returns the total", async () => {
    const first = await page("skip=0&take=7");
    const second = await page("skip=7&take=7");
    expect([...first.items, ...second.items]).toEqual(all.slice(0, 14));
    expect(first).toMatchObject({ total: all.length, skip: 0, take: 7 });
    expect((await page(`skip=${all.length - 3}&take=100`)).items).toHaveLength(3);
    expect((await page(`skip=${all.length + 10}`)).items).toEqual([]);
  });

  it("says which of skip and take is wrong, and what it may be", async () => {
    const message = async (query: string) => (await client.get(`/catalog/products?${query}`)).body;
    expect(await message("skip=x")).toEqual(errorBody(400, "skip must be an integer of at least 0"));
    expect(await message("take=0")).toEqual(errorBody(400, "take must be an integer from 1 to 100"));
  });

  it("takes an empty filter for none", async () => {
    expect(await page("take=3&brand=&tag=")).toMatchObject({ total: all.length, items: all.slice(0, 3) });
  });

  it("answers a hostile record by its id, while the hostile catalog is listed", async () => {
    await sandbox.control("POST", "settings", { catalog: "hostile" });
    const hostile = await client.get("/catalog/products/800101");
    await sandbox.control("POST", "reset");
    expect(hostile).toMatchObject({
      status: 200,
      body: { id: 800_101, name: "Negative price", price: -1_000 },
    });
    expect((await client.get("/catalog/products/800101")).status).toBe(404);
    expect((await client.get("/catalog/products/100001x")).status).toBe(404);
  });

  it("lists 100 products when take is not said", async () => {
    expect(await page("")).toMatchObject({ skip: 0, take: 100, items: all.slice(0, 100) });
  });

  it("accepts take up to 100", async () => {
    expect((await page("take=100")).items).toHaveLength(100);
    const more = await client.get("/catalog/products?take=101");
    expect(more).toMatchObject({ status: 400, body: { statusCode: 400, error: "Bad Request" } });
  });

  it.each(["take=", "skip=", "take=0", "take=-1", "take=ten", "take=1.5", "skip=-1", "skip=x", "skip=1e3"])(
    "%s is refused in the shape of part 7",
    async (query) => {
      const { status, body } = await client.get(`/catalog/products?${query}`);
      expect(status).toBe(400);
      expect(body).toMatchObject({ statusCode: 400, error: "Bad Request" });
    },
  );

  const facets: [string, (product: ListedProduct) => string | string[]][] = [
    ["country", ({ countryCode }) => countryCode],
    ["language", ({ language }) => language],
    ["brand", ({ brand }) => brand],
    ["category", ({ category }) => category],
    ["tag", ({ tags }) => tags],
  ];
  it.each(facets)("filters by %s: returns all that match and nothing else", async (name, of) => {
    const has = (product: ListedProduct, value: string) => [of(product)].flat().includes(value);
    const values = [...new Set(all.flatMap((product) => of(product)))].slice(0, 3);
    expect(values.length).toBeGreaterThan(1);
    for (const value of values) {
      const found = await wholeCatalog(client, `&${name}=${encodeURIComponent(value)}`);
      expect(found).toEqual(all.filter((product) => has(product, value)));
    }
    expect(await wholeCatalog(client, `&${name}=nobody-has-this`)).toEqual([]);
  });

  it("combines different filters with and, a repeated one with or", async () => {
    const both = await wholeCatalog(client, "&country=JP&category=Games");
    expect(both).toEqual(all.filter((each) => each.countryCode === "JP" && each.category === "Games"));
    const either = await wholeCatalog(client, "&country=JP&country=KW");
    expect(either).toEqual(all.filter(({ countryCode }) => ["JP", "KW"].includes(countryCode)));
  });
});

describe("§4.3 GET /catalog/products/{productId}", () => {
  it("returns the product that the list shows", async () => {
    for (const product of [all[0], all[1], all.at(-1)]) {
      const { status, body } = await client.get(`/catalog/products/${product?.id}`);
      expect(status).toBe(200);
      expect(listedProductSchema.parse(body)).toEqual(product);
    }
  });

  it.each(["1", "999999999", "abc", "0", "-1", "1.5", "0100001", "%20", "a%2Fb"])(
    "answers 404 for %s with the value that was sent",
    async (id) => {
      const { status, body } = await client.get(`/catalog/products/${id}`);
      expect(status).toBe(404);
      const sent = decodeURIComponent(id);
      expect(body).toEqual(errorBody(404, `Product ${sent} was not found in your catalog`));
    },
  );

  it("does not find a product that is listed but gone when fetched, and returns a changed price", async () => {
    const gone = await scenario(sandbox, "gone-when-fetched");
    expect((await client.get(`/catalog/products/${gone}`)).status).toBe(404);
    const moved = await scenario(sandbox, "price-moves");
    expect(all.find(({ id }) => id === moved)?.price).toBe(1_000);
    expect((await client.get(`/catalog/products/${moved}`)).body).toMatchObject({ price: 1_050 });
  });
});
