import { describe, expect, it } from "vitest";
import { changesQuerySchema } from "#lib/contracts/catalog/catalogChanges.ts";
import {
  changesAddress,
  changesFilterOf,
  changesFilterQuery,
  countChangesChoice,
  NO_CHANGES_CHOICE,
  parseChangesAddress,
} from "./changesAddress.ts";

const read = (query: string) => parseChangesAddress(new URLSearchParams(query));

describe("the address of the changes", () => {
  it.each([
    ["", NO_CHANGES_CHOICE],
    [
      "q=gift&country=DE&kind=price&kind=gone&affects=drafts&from=2026-11-01&to=2026-11-30",
      {
        view: { q: "gift", country: ["DE"] },
        kind: ["gone", "price"],
        affects: ["drafts"],
        product: [],
        from: "2026-11-01",
        to: "2026-11-30",
      },
    ],
    // What only the catalog has, and what is invalid, is left out.
    [
      "minPrice=1&favourites=mine&sort=price&product=x&product=03&kind=half&affects=x&from=2026-02-31",
      NO_CHANGES_CHOICE,
    ],
  ])("%j", (query, choice) => expect(read(query)).toEqual(choice));

  it("is written so that it is read as the same choice", () => {
    const query =
      "q=gift&brand=A&brand=B&denomination=open&kind=new&affects=favourites&product=3&product=12&from=2026-11-01";
    expect(changesAddress(read(query))).toBe(query);
    expect(changesAddress(NO_CHANGES_CHOICE)).toBe("");
  });

  it("has no more than a hundred products, each once", () => {
    const many = Array.from({ length: 150 }, (_, place) => `product=${1 + place}`).join("&");
    expect(read(`product=2&product=2&${many}`).product).toHaveLength(100);
    expect(read("product=2&product=2").product).toEqual([2]);
  });

  it("counts each filter, a period as one, products as one, and no text", () => {
    expect(countChangesChoice(read("q=a"))).toBe(0);
    expect(countChangesChoice(read("product=1&product=2"))).toBe(1);
    expect(countChangesChoice(read("country=DE&country=AT&kind=new&from=2026-11-01&to=2026-11-02"))).toBe(4);
  });
});

describe("the filter of the changes", () => {
  it("has the days of the member's time zone, the last one as a whole", () => {
    expect(changesFilterOf(read("from=2026-11-01&to=2026-11-02"), "Asia/Tokyo")).toEqual({
      from: "2026-10-31T15:00:00.000Z",
      to: "2026-11-02T15:00:00.000Z",
    });
  });

  it("is one that the interface accepts, with the same meaning", () => {
    const choice = read(
      "q=gift&brand=A&denomination=open&kind=new&kind=back&affects=drafts&product=12&product=7&from=2026-11-01",
    );
    const filter = changesFilterOf(choice, "UTC");
    const query: Record<string, string | string[]> = {};
    const written = changesFilterQuery(filter);
    for (const name of written.keys()) {
      const values = written.getAll(name);
      query[name] = values.length === 1 ? (values[0] ?? "") : values;
    }
    const { take: _, ...parsed } = changesQuerySchema.parse(query);
    expect(parsed).toEqual(filter);
  });
});
