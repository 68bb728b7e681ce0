import { describe, expect, it } from "vitest";
import { choicesOf } from "./describeAddress.ts";
import { filterOf, isFiltered, listAddressQuery, parseListAddress, UNFILTERED } from "./listAddress.ts";

const read = (query: string) => parseListAddress(new URLSearchParams(query));
const NOW = Date.parse("2026-11-22T23:30:00Z");

describe("the address of the list", () => {
  it("is the same text for the same view, without what is not valid or contradicts the rest", () => {
    const query = "q=gift&tab=completed&from=2026-11-01&currency=EUR&min=10&sort=amount-high";
    expect(listAddressQuery(read(query))).toBe(query);
    expect(
      listAddressQuery(
        read("sort=amount-high&min=10&q=+gift+&nonsense=1&state=none&from=2026-02-31&member=x&product=0"),
      ),
    ).toBe("q=gift");
    expect(listAddressQuery(read("period=today&from=2026-11-01"))).toBe("period=today");
    expect(listAddressQuery(UNFILTERED)).toBe("");
  });

  it("means days in the reader's time zone, and periods that move with the calendar", () => {
    expect(filterOf(read("period=today"), { zone: "Asia/Tokyo", weekStart: 0 }, NOW)).toEqual({
      from: "2026-11-22T15:00:00.000Z",
      to: "2026-11-23T15:00:00.000Z",
    });
    expect(filterOf(read("period=last-month"), { zone: "UTC", weekStart: 0 }, NOW)).toEqual({
      from: "2026-10-01T00:00:00.000Z",
      to: "2026-11-01T00:00:00.000Z",
    });
    expect(
      filterOf(read("from=2026-03-29&to=2026-03-29"), { zone: "Europe/Berlin", weekStart: 0 }, NOW),
    ).toEqual({
      from: "2026-03-28T23:00:00.000Z",
      to: "2026-03-29T22:00:00.000Z",
    });
  });

  it("can name several states, and days of UTC for everybody who opens it", () => {
    const query = "state=completed%2Cpartial&from=2026-11-01&to=2026-11-01&zone=utc";
    expect(
      listAddressQuery(read("state=partial,nonsense,completed&from=2026-11-01&to=2026-11-01&zone=utc")),
    ).toBe(query);
    expect(filterOf(read(query), { zone: "Asia/Tokyo", weekStart: 0 }, NOW)).toEqual({
      state: ["completed", "partial"],
      from: "2026-11-01T00:00:00.000Z",
      to: "2026-11-02T00:00:00.000Z",
    });
    const names = { member: null, product: null, day: (day: string) => day };
    const choices = choicesOf(read(query), names);
    expect(choices.map(({ text }) => text)).toEqual(["Completed, Partial", "2026-11-01 (UTC)"]);
    expect(listAddressQuery({ ...read(query), ...choices[1]?.without })).toBe("state=completed%2Cpartial");
    expect(listAddressQuery(read("zone=utc&q=gift"))).toBe("q=gift");
    expect(choicesOf(read("state=completed,partial,undelivered,rejected"), names)[0]?.text).toBe("4 states");
  });

  it("means amounts in minor units of its currency", () => {
    expect(filterOf(read("currency=KWD&min=1.5&max=2%2C25"), { zone: "UTC", weekStart: 0 }, NOW)).toEqual({
      currency: "KWD",
      amountFrom: 1_500,
      amountTo: 2_250,
    });
    expect(filterOf(read("currency=JPY&min=1.5"), { zone: "UTC", weekStart: 0 }, NOW)).toEqual({
      currency: "JPY",
    });
  });

  it("has a chip for each choice, which takes back just that", () => {
    const names = { member: null, product: "Orbit", day: (day: string) => day };
    const address = read(
      "q=gift&tab=completed&from=2026-11-01&to=2026-11-03&currency=EUR&max=10&product=7&sort=amount-high",
    );
    const choices = choicesOf(address, names);
    expect(choices.map(({ text }) => text)).toEqual([
      "“gift”",
      "2026-11-01 – 2026-11-03",
      "Orbit",
      "EUR up to 10",
    ]);
    const without = choices.map((choice) => listAddressQuery({ ...address, ...choice.without }));
    expect(without[1]).toBe("q=gift&tab=completed&product=7&currency=EUR&max=10&sort=amount-high");
    expect(without[3]).toBe("q=gift&tab=completed&from=2026-11-01&to=2026-11-03&product=7");
  });

  it("means what it says: text, member, product, purchase order, tag and order of the list", () => {
    const own = { zone: "UTC", weekStart: 0 } as const;
    const member = "0f8fad5b-d9cb-469f-a165-70867728950e";
    const query = `q=gift&member=${member}&product=7&currency=EUR&po=PO+7&tag=Summer++Party&sort=oldest`;
    expect(filterOf(read(query), own, NOW)).toEqual({
      q: "gift",
      member,
      product: 7,
      currency: "EUR",
      purchaseOrder: "PO 7",
      tag: "summer party",
      sort: "oldest",
    });
    expect(filterOf(UNFILTERED, own, NOW)).toEqual({});
    expect(filterOf(read("tab=completed"), own, NOW)).toEqual({ state: ["completed"] });
    expect(filterOf(read("tab=completed&state=partial"), own, NOW)).toEqual({ state: ["partial"] });
    expect(filterOf({ ...UNFILTERED, min: "10", max: "20" }, own, NOW)).toEqual({});
  });

  it.each([
    ["a member that is not an id", "member=x0f8fad5b-d9cb-469f-a165-70867728950e"],
    ["a member and more", "member=0f8fad5b-d9cb-469f-a165-70867728950e0"],
    ["a member in parts of other lengths", "member=0f8fad5bd-9cb-469f-a165-70867728950e"],
    ["a product that is none", "product=07"],
    ["a product with a letter", "product=7a"],
    ["a product with a letter before it", "product=a7"],
    ["a product that no number holds", "product=1234567890123456"],
    ["a currency that is longer than any", `currency=${"x".repeat(21)}`],
    ["a currency with invisible characters", "currency=E%00UR"],
    ["amounts without a currency", "min=1&max=2&sort=amount-low"],
    ["a zone without days", "zone=utc"],
    ["another zone", "zone=cet"],
    ["a period that is none", "period=tomorrow"],
    ["days that are none", "from=2026-13-01&to=yesterday"],
    ["a state far behind in a list that is too long", `state=${"x".repeat(500)},completed`],
    ["the usual order", "sort=newest"],
    ["no order", "sort=upwards"],
    ["nothing but spaces", "q=++&tag=+&po=+"],
  ])("leaves out %s", (_, query) => {
    expect(read(query)).toEqual(UNFILTERED);
    expect(listAddressQuery(read(query))).toBe("");
    expect(isFiltered(read(query))).toBe(false);
  });

  it.each([
    "q=gift",
    "q=newest",
    "tab=completed",
    "state=completed",
    "period=today",
    "from=2026-11-01",
    "to=2026-11-01",
    "period=today&zone=utc",
    "from=2026-11-01&zone=utc",
    "to=2026-11-01&zone=utc",
    "member=0f8fad5b-d9cb-469f-a165-70867728950e",
    "product=12",
    "product=123456789012345",
    "currency=EUR",
    "currency=USDT",
    "currency=EUR&min=1",
    "currency=EUR&max=1",
    "po=PO+7",
    "tag=a",
  ])("narrows the list by %s", (query) => {
    expect(listAddressQuery(read(query))).toBe(query);
    expect(isFiltered(read(query))).toBe(true);
    expect(isFiltered(read(`${query}&sort=oldest`))).toBe(true);
  });

  it("holds texts of at most 200 characters, without white space around them", () => {
    expect(read(`q=+${"x".repeat(300)}`).q).toBe("x".repeat(200));
    expect(listAddressQuery({ ...UNFILTERED, q: " gift ", po: " 7 " })).toBe("q=gift&po=7");
    expect(listAddressQuery(read("sort=oldest"))).toBe("sort=oldest");
    expect(isFiltered(read("sort=oldest"))).toBe(false);
    expect(read("period=today&from=2026-11-01")).toEqual({ ...UNFILTERED, period: "today" });
  });
});
