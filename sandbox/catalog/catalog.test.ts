import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { endlessProduct, endlessProductOf, generateCatalog, scenarioProducts } from "./generate.ts";
import { HOSTILE, hostileRecord } from "./hostile.ts";

const digestOf = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);

/** The data of the catalogs, as it is: ids are stable (docs/service-interface.md §2.1), and clients keep what they read. */
describe("the products are the same in every version", () => {
  it("the usual ones", () => {
    expect(digestOf(generateCatalog(6_000))).toBe("e1b08c8be7e3bc72");
  });

  it("the scenarios", () => {
    expect(digestOf(scenarioProducts())).toBe("676dd823a83645ac");
  });

  it("the hostile ones", () => {
    expect(digestOf(HOSTILE)).toBe("f25ea7982c7aeb7b");
  });

  it("the endless ones, which begin with id 2000001", () => {
    expect(endlessProduct(0).id).toBe(2_000_001);
    expect(endlessProductOf(2_000_001)).toEqual(endlessProduct(0));
    expect(endlessProductOf(2_000_000)).toBeUndefined();
    expect(endlessProductOf(2_000_124)).toEqual({ ...generateCatalog(124)[123], id: 2_000_124 });
  });
});

describe("a hostile record", () => {
  it("is found by its id, the last of two with one id, even if the id is a text", () => {
    expect(hostileRecord(800_001)?.what).toBe("markup in every text");
    expect(hostileRecord(800_100)?.what).toBe("the other of two with one id");
    expect(HOSTILE.filter(({ record }) => record === hostileRecord(800_091)?.record)).toHaveLength(1);
    expect(hostileRecord(1)).toBeUndefined();
  });
});
