import { describe, expect, it } from "vitest";
import { choicesOf, describeView, type AddressNames } from "./describeAddress.ts";
import { UNFILTERED, type ListAddress } from "./listAddress.ts";

const NAMES: AddressNames = { member: "Bea", product: "Orbit Card", day: (day) => `<${day}>` };
const chosen = (some: Partial<ListAddress>, names = NAMES) => choicesOf({ ...UNFILTERED, ...some }, names);
const texts = (some: Partial<ListAddress>, names = NAMES) => chosen(some, names).map(({ text }) => text);

describe("what the list of orders is narrowed to", () => {
  it("has one choice for each filter, in words", () => {
    expect(texts({})).toEqual([]);
    expect(
      texts({
        q: "brasserie 25",
        state: ["partial", "undelivered"],
        period: "7-days",
        member: "m",
        product: 12,
        currency: "EUR",
        po: "PO-1",
        tag: "gifts",
      }),
    ).toEqual([
      "“brasserie 25”",
      "Partial, Undelivered",
      "Last 7 days",
      "Placed by Bea",
      "Orbit Card",
      "EUR",
      "Purchase order PO-1",
      "Tag gifts",
    ]);
  });

  it("takes back each choice by itself, and what means nothing without it", () => {
    const all: Partial<ListAddress> = {
      q: "a",
      state: ["partial"],
      member: "m",
      product: 12,
      po: "1",
      tag: "t",
    };
    const choices = chosen(all);
    expect(choices.map(({ key }) => key)).toEqual(Object.keys(all));
    const left = choices.reduce<ListAddress>((address, { without }) => ({ ...address, ...without }), {
      ...UNFILTERED,
      ...all,
    });
    expect(left).toEqual(UNFILTERED);
    const taken = (sort: ListAddress["sort"]) =>
      Object.keys(chosen({ currency: "EUR", sort })[0]?.without ?? {});
    expect(taken("oldest")).toEqual(["currency", "min", "max"]);
    expect(taken("amount-low")).toEqual(["currency", "min", "max", "sort"]);
  });

  it("says what it can of a member and a product whose names are not known yet", () => {
    expect(texts({ member: "m", product: 12 }, { ...NAMES, member: null, product: null })).toEqual([
      "Placed by a member",
      "Product 12",
    ]);
  });

  it("names up to three states and counts more", () => {
    expect(texts({ state: ["completed", "partial", "undelivered"] })).toEqual([
      "Completed, Partial, Undelivered",
    ]);
    expect(texts({ state: ["completed", "partial", "undelivered", "rejected"] })).toEqual(["4 states"]);
  });

  it("names a day, a beginning, an end or both, and the zone if it is not one's own", () => {
    const [from, to] = ["2026-11-01", "2026-11-30"];
    expect(texts({ from, to: from })).toEqual(["<2026-11-01>"]);
    expect(texts({ from })).toEqual(["From <2026-11-01>"]);
    expect(texts({ to })).toEqual(["Until <2026-11-30>"]);
    expect(texts({ from, to })).toEqual(["<2026-11-01> – <2026-11-30>"]);
    expect(texts({ from, to, zone: "utc" })).toEqual(["<2026-11-01> – <2026-11-30> (UTC)"]);
    expect(texts({ period: "month", zone: "utc" })).toEqual(["This month (UTC)"]);
  });

  it("names the least, the most or both amounts of a currency", () => {
    expect(texts({ currency: "EUR", min: "5" })).toEqual(["EUR 5 or more"]);
    expect(texts({ currency: "EUR", max: "20" })).toEqual(["EUR up to 20"]);
    expect(texts({ currency: "EUR", min: "5", max: "20" })).toEqual(["EUR 5 – 20"]);
  });

  it("each choice is taken back with all that means nothing without it, and with nothing else", () => {
    const [day] = chosen({ from: "2026-11-01", zone: "utc" });
    expect(day).toMatchObject({ key: "from", without: { from: "", to: "", zone: null } });
    const [period] = chosen({ period: "today", zone: "utc" });
    expect(period).toEqual({ key: "period", text: "Today (UTC)", without: { period: null, zone: null } });
    const currency = (sort: ListAddress["sort"]) => chosen({ currency: "EUR", sort })[0]?.without;
    expect(currency("newest")).toEqual({ currency: null, min: "", max: "" });
    expect(currency("amount-high")).toEqual({ currency: null, min: "", max: "", sort: "newest" });
    expect(chosen({ q: "a", po: "PO-1", tag: "b" }).map(({ key, without }) => [key, without])).toEqual([
      ["q", { q: "" }],
      ["po", { po: "" }],
      ["tag", { tag: "" }],
    ]);
  });

  it("is described in one line, with its tab first and its sort last", () => {
    const view = (some: Partial<ListAddress>) => describeView({ ...UNFILTERED, ...some }, NAMES);
    expect(view({})).toBe("");
    expect(view({ tab: "incomplete", tag: "gifts", sort: "oldest" })).toBe(
      "Incomplete · Tag gifts · Oldest first",
    );
    expect(view({ sort: "amount-high", currency: "EUR" })).toBe("EUR · Highest amount");
    expect(view({ sort: "amount-low", currency: "EUR" })).toBe("EUR · Lowest amount");
  });
});
