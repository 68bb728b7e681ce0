import { describe, expect, it } from "vitest";
import { refuse } from "./refusal.ts";

describe("a refusal", () => {
  it.each([
    [400, "Bad Request"],
    [401, "Unauthorized"],
    [403, "Forbidden"],
    [404, "Not Found"],
    [409, "Conflict"],
    [413, "Payload Too Large"],
    [422, "Unprocessable Entity"],
    [429, "Too Many Requests"],
    [500, "Internal Server Error"],
    [502, "Bad Gateway"],
    [418, "Error"],
  ])("of %i is labelled %s", (statusCode, error) => {
    expect(refuse(statusCode, "No.")).toEqual({ statusCode, error, message: "No." });
  });
});
