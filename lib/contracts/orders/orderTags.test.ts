import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normaliseTag, parseTags, TAG_LENGTH, tagsProblem, TAGS_LIMIT } from "./orderTags.ts";
import { orderTagsSchema } from "./orderTagSchemas.ts";

describe("tags", () => {
  it("are the same whatever their case, spaces and invisible characters", () => {
    expect(parseTags(" Summer  Party, summer\u00a0party;SUMMER PARTY\n\u202esummer party")).toEqual([
      "summer party",
    ]);
    expect(parseTags("Cafe\u0301, Café")).toEqual(["café"]);
    expect(parseTags(" , ;\n")).toEqual([]);
  });

  it("read back as they were written, whatever was typed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 30 }), (typed) => {
        const tags = parseTags(typed);
        expect(parseTags(tags.join(", "))).toEqual(tags);
        expect(tags.map(normaliseTag)).toEqual(tags);
        expect(new Set(tags).size).toBe(tags.length);
        // PostgreSQL stores neither NUL nor lone surrogates.
        expect(tags.join("")).not.toMatch(/\0|\p{Surrogate}/u);
        const isAccepted = orderTagsSchema.safeParse(tags).success;
        expect(isAccepted).toBe(tagsProblem(typed) === null);
      }),
    );
  });

  it("are refused when they are too long, too many, or several in one", () => {
    expect(tagsProblem("x".repeat(TAG_LENGTH + 1))).toContain(`${TAG_LENGTH} characters`);
    // A thousand characters fit in the field, and not in a message.
    expect(tagsProblem("x".repeat(1_000))?.length).toBeLessThan(100);
    const many = Array.from({ length: TAGS_LIMIT + 1 }, (_, index) => `t${index}`);
    expect(tagsProblem(many.join(","))).toContain(`${TAGS_LIMIT} tags`);
    expect(tagsProblem("a, b")).toBeNull();
    expect(orderTagsSchema.safeParse(["a, b"]).success).toBe(false);
    expect(orderTagsSchema.safeParse([" "]).success).toBe(false);
    expect(orderTagsSchema.parse(["A", "a"])).toEqual(["a"]);
  });
});
