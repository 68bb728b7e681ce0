import { describe, expect, it } from "vitest";
import { tidyLines, tidyViewName, viewNameKey } from "./viewName.ts";

describe("the name of a view", () => {
  it("is one line without characters that change the direction of text", () => {
    expect(tidyViewName("  Games \n\t DE\u202e ")).toBe("Games DE");
  });

  it("keeps the lines of a text that has several, and nothing that is hidden in them", () => {
    expect(tidyLines(" one\r\ntwo\u2028\u202ethree\t3\u0007\u0000 \n")).toBe("one\ntwo\nthree\t3");
  });

  it("equals a name that is drawn the same", () => {
    expect(viewNameKey("Ｇames de")).toBe(viewNameKey("games DE"));
    expect(viewNameKey("Café")).toBe(viewNameKey("Cafe\u0301"));
    expect(viewNameKey("Cafe")).not.toBe(viewNameKey("Café"));
    expect(viewNameKey("\u200d\u200b")).toBe("");
  });
});
