import { describe, expect, it } from "vitest";
import { AppError } from "#server/context/errors.ts";
import { sentenceOf } from "./runCommand.ts";

describe("the error of a command", () => {
  it("says of invalid input what to change", () => {
    const fields = { email: "Enter an e-mail address, such as name@example.com" };
    const error = new AppError("validation", "Change this in the member: email.", { fields });
    expect(sentenceOf(error)).toBe("email: Enter an e-mail address, such as name@example.com");
  });

  it("is otherwise its message", () => {
    expect(sentenceOf(new AppError("conflict", "a@example.com is already a member."))).toBe(
      "a@example.com is already a member.",
    );
  });
});
