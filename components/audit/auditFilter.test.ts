import { describe, expect, it } from "vitest";
import { filterOf, readChoice } from "./auditFilter.ts";

describe("the filters in the address of the audit log", () => {
  it("include the whole last day of a date range", () => {
    const choice = readChoice(new URLSearchParams("from=2026-02-28&to=2026-02-28"));
    const { from, to } = filterOf(choice, "Asia/Tokyo");
    expect(from).toBe("2026-02-27T15:00:00.000Z");
    expect(to).toBe("2026-02-28T15:00:00.000Z");
  });

  it("ignore what is not valid instead of failing", () => {
    const search = new URLSearchParams("from=yesterday&to=2026-13-99x&member=me&action='; drop");
    expect(filterOf(readChoice(search), "UTC")).toEqual({});
  });
});
