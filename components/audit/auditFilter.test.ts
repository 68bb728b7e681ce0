import { describe, expect, it } from "vitest";
import { filterOf, readChoice } from "./auditFilter.ts";

describe("the filters in the address of the audit log", () => {
  it("include the whole last day of a date range", () => {
    const { from, to } = filterOf(readChoice(new URLSearchParams("from=2026-02-28&to=2026-02-28")));
    expect(from).toBe(new Date(2026, 1, 28).toISOString());
    expect(to).toBe(new Date(2026, 2, 1).toISOString());
  });

  it("ignore what is not valid instead of failing", () => {
    const search = new URLSearchParams("from=yesterday&to=2026-13-99x&member=me&action='; drop");
    expect(filterOf(readChoice(search))).toEqual({});
  });
});
