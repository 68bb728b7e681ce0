import { describe, expect, it } from "vitest";
import { tidyViewName, viewNameKey } from "./viewName.ts";

describe("the name of a view", () => {
  it("is one line without characters that change the direction of text", () => {
    expect(tidyViewName("  Games \n\t DE\u202e ")).toBe("Games DE");
  });

  it("equals a name that is drawn the same", () => {
    expect(viewNameKey("Ｇames de")).toBe(viewNameKey("games DE"));
    expect(viewNameKey("Café")).toBe(viewNameKey("Cafe\u0301"));
    expect(viewNameKey("Cafe")).not.toBe(viewNameKey("Café"));
    expect(viewNameKey("\u200d\u200b")).toBe("");
  });
});
