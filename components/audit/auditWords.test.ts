import { expect, test } from "vitest";
import { actionInWords, factsOf, stateInWords } from "./auditWords.ts";

test("every action reads as words, also one that no longer exists", () => {
  expect(actionInWords("member.sign-in-failed")).toBe("Sign-in failed");
  expect(actionInWords("member.was-renamed")).toBe("Member was renamed");
  expect(actionInWords("order.state_changed")).toBe("Order state changed");
  expect(actionInWords("")).toBe("");
});

test("states are called what the orders list calls them; unknown ones stay as they are", () => {
  expect(stateInWords("unconfirmed")).toBe("Unconfirmed");
  expect(stateInWords("from_tomorrow")).toBe("from_tomorrow");
});

test("facts are short texts, whatever their shape; nothing is made of what is not there", () => {
  expect(
    factsOf({ sessionsEnded: 2, because: "disabled", gone: null, empty: "", lines: [1, { a: 2 }] }),
  ).toEqual([
    { name: "sessions ended", value: "2" },
    { name: "because", value: "disabled" },
    { name: "lines", value: '1, {"a":2}' },
  ]);
  expect(factsOf({ long: "x".repeat(5_000) })[0]?.value).toHaveLength(200);
});
