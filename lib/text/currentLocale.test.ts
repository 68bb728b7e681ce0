import { afterEach, describe, expect, it } from "vitest";
import { formatCount } from "./counts.ts";
import { currentLocale, DEFAULT_LOCALE, rememberFormats, setLocaleSource } from "./currentLocale.ts";

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

describe("formats that are remembered", () => {
  it("are made once, and forgotten before they fill the memory", () => {
    const made: string[] = [];
    const format = rememberFormats((key) => made.push(key));
    for (let round = 0; round < 3; round += 1) format("de-DE EUR");
    expect(made).toHaveLength(1);
    for (let other = 0; other < 2_000; other += 1) format(`x-${other}`);
    format("de-DE EUR");
    expect(made.filter((key) => key === "de-DE EUR")).toHaveLength(2);
  });
});
