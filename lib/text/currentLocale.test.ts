import { afterEach, describe, expect, it } from "vitest";
import { formatCount } from "./counts.ts";
import { currentLocale, DEFAULT_LOCALE, setLocaleSource } from "./currentLocale.ts";

let reset = () => {};
afterEach(() => reset());

describe("numbers", () => {
  it.each([
    ["en-GB", "1,234,567"],
    ["de-DE", "1.234.567"],
    ["fr-FR", "1\u00a0234\u00a0567"],
    ["en-IN", "12,34,567"],
  ])("are written as in %s", (locale, count) => {
    reset = setLocaleSource(() => locale);
    expect(formatCount(1_234_567)).toBe(count);
  });

  it("are written in the default if nobody is known", () => {
    expect(currentLocale()).toBe(DEFAULT_LOCALE);
  });
});
