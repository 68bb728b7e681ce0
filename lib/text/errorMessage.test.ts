import { describe, expect, it } from "vitest";
import { errorMessage } from "./errorMessage.ts";

describe("the message of an error", () => {
  it("is what the error says, without its name", () => {
    expect(errorMessage(new TypeError("no such file", { cause: "a disk" }))).toBe("no such file");
    expect(errorMessage(new Error(""))).toBe("");
  });

  it.each([
    ["a text", "a text"],
    [undefined, "undefined"],
    [null, "null"],
    [404, "404"],
  ])("is %j as text where it was thrown instead of an error", (thrown, text) => {
    expect(errorMessage(thrown)).toBe(text);
  });
});
