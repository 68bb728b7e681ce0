import { describe, expect, it } from "vitest";
import { z } from "zod";
import { isAppError } from "./errors.ts";
import { parseInput } from "./parseInput.ts";

/** What is said of each field. */
function fieldsOf(schema: z.ZodType, input: unknown): Record<string, string> {
  try {
    parseInput(schema, input, "body");
  } catch (error) {
    if (isAppError(error)) return error.details.fields ?? {};
  }
  throw new Error("accepted");
}
const saidOf = (schema: z.ZodType, value: unknown) =>
  fieldsOf(z.object({ it: schema }), value === undefined ? {} : { it: value }).it;

describe("invalid input", () => {
  it.each<[string, z.ZodType, unknown, string]>([
    ["a missing text", z.string(), undefined, "This is missing. Enter a text."],
    ["another type", z.string(), 5, "Enter a text."],
    ["a missing choice", z.enum(["a", "b"]), undefined, "This is missing. Choose one of these: a, b."],
    ["an unknown choice", z.enum(["a", "b"]), "c", "Choose one of these: a, b."],
    ["another constant", z.literal(true), false, "Enter true."],
    ["several in place of one", z.string(), ["a", "b"], "Enter one value, not several."],
    ["a fraction", z.int(), 1.5, "Enter a whole number."],
    ["a boolean", z.boolean(), "yes", "Enter true or false."],
    ["no list", z.array(z.string()), {}, "Enter a list."],
    ["no object", z.strictObject({}), [], "Enter an object with named fields."],
    ["a short text", z.string().min(1), "", "Enter at least 1 character."],
    ["a long text", z.string().max(1_000), "x".repeat(1_001), "Enter at most 1,000 characters."],
    ["an empty list", z.array(z.int()).min(1), [], "Send at least 1 entry."],
    ["a long list", z.array(z.int()).max(2), [1, 2, 3], "Send at most 2 entries."],
    ["a small number", z.int().min(1), 0, "Enter a number of at least 1."],
    ["a number that is not above", z.number().positive(), 0, "Enter a number above 0."],
    ["a large number", z.int().max(99), 100, "Enter a number of at most 99."],
    ["no multiple", z.int().multipleOf(5), 7, "Enter a multiple of 5."],
    ["no address", z.email(), "x", "Enter an e-mail address, such as name@example.com."],
    ["no time", z.iso.datetime(), "x", "Enter a date and time, such as 2026-01-31T12:00:00Z."],
    [
      "another form",
      z.string().regex(/^a$/),
      "x",
      "Check the spelling: this does not have the expected form.",
    ],
    [
      "none of several forms",
      z.union([z.object({ a: z.int() }), z.null()]),
      { b: 1 },
      "Check the parts of this: they do not belong together, or one of them is missing.",
    ],
    [
      "a rule of its own without words",
      z.string().refine(() => false),
      "x",
      "Enter something else: this cannot be used.",
    ],
    ["a rule in its own words", z.string().min(3, "Enter three letters."), "x", "Enter three letters."],
  ])("is told what to enter instead of %s", (_, schema, value, message) => {
    expect(saidOf(schema, value)).toBe(message);
  });

  it("is told which fields are unknown, also inside of another one", () => {
    const schema = z.object({ a: z.strictObject({ b: z.int() }) });
    expect(fieldsOf(schema, { a: { b: 1, c: 2 }, d: 3 })).toEqual({
      "a.c": "Unknown parameter. Remove it.",
      d: "Unknown parameter. Remove it.",
    });
  });
});
