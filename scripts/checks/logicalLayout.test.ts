import { describe, expect, it } from "vitest";
import { checkLogicalLayout, physicalProperties, physicalUtilities } from "./logicalLayout.ts";

describe("layout", () => {
  it("names the sides of the text in all of app/ and components/", async () => {
    expect(await checkLogicalLayout()).toEqual({ code: 0, output: "" });
  });

  it.each([
    "pl-2",
    "md:mr-auto",
    "-ml-px",
    "left-0",
    "hover:right-[3px]",
    "inset-left-1",
    "border-l",
    "md:border-r-2",
    "rounded-tl-md",
    "text-left",
    "sm:float-right",
    "max-sm:group-open:pr-1.5",
    "!mr-4",
  ])("is refused where a utility names a side of the screen: %s", (utility) => {
    expect(physicalUtilities(`<div className="flex ${utility} gap-2" />`)).toHaveLength(1);
  });

  it.each([
    "ps-2",
    "me-auto",
    "start-0",
    "border-s",
    "rounded-se",
    "text-start",
    "leading-5",
    "placeholder",
    "mt-2",
  ])("may be %s", (utility) => {
    expect(physicalUtilities(`cx("flex ${utility}")`)).toEqual([]);
  });

  it("may speak of left and right in sentences", () => {
    expect(physicalUtilities('const words = "3 days left, right-hand side, left-over lines";')).toEqual([]);
  });

  it("of charts goes from left to right in every language", () => {
    expect(physicalProperties(".chart .u-cursor { left: 0 } .other { left: 0 }")).toHaveLength(1);
  });

  it("is refused if a stylesheet names a side of the screen", () => {
    expect(physicalProperties("a { margin-left: 1px; float: right; left: 0 }")).toHaveLength(3);
    expect(physicalProperties("/* left: 0 */ a { margin-inline-start: 1px; text-align: start }")).toEqual([]);
  });
});
