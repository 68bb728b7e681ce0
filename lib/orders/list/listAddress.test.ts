import { describe, expect, it } from "vitest";
import { choicesOf } from "./describeAddress.ts";
import { filterOf, listAddressQuery, parseListAddress, UNFILTERED } from "./listAddress.ts";

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

  it("means days in the time zone of whoever looks, and periods that move with the calendar", () => {
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
});
