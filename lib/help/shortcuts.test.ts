import { describe, expect, it } from "vitest";
import { shortcutsOn } from "./shortcuts.ts";

const titles = (pathname: string) => shortcutsOn(pathname).map(({ title }) => title);

describe("the shortcuts of a page", () => {
  it("are its own before those of every page, and no other page's", () => {
    expect(titles("/orders/new")).toEqual(["In the order builder", "On every page"]);
    expect(titles("/orders")).toEqual(["In the list of orders", "In lists with filters", "On every page"]);
    expect(titles("/orders/CD-1")).toEqual(["On every page"]);
    expect(titles("/wallet")).toEqual(["On every page"]);
  });
});
