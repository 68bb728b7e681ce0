import { describe, expect, it } from "vitest";
import { NO_ANSWER, OFFLINE, ProblemError } from "#lib/queries/client/problemError.ts";
import { whyNotSaved } from "./whyNotSaved.ts";

const failure = (type: string, detail: string) =>
  new ProblemError({ type, title: "", status: 0, detail, requestId: "" });

describe("why a draft is not saved yet", () => {
  it("asks for nothing if the save is tried again automatically", () => {
    const told = "We don't know whether this was done. Check before you try again.";
    expect(whyNotSaved(failure(NO_ANSWER, told))).toBe("Codedesk did not answer.");
    expect(whyNotSaved(failure(OFFLINE, "Nothing was sent. Try again when you are back online."))).toBe(
      "There is no network connection.",
    );
  });

  it("is what a refusal says", () => {
    expect(whyNotSaved(failure("validation", "A draft holds at most 10,000 lines. Remove 1 line."))).toBe(
      "A draft holds at most 10,000 lines. Remove 1 line.",
    );
  });
});
