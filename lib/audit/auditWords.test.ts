import { describe, expect, it } from "vitest";
import { actionInWords, actorInWords, detailsInWords, stateInWords } from "./auditWords.ts";

describe("an audit record in words", () => {
  it("writes the amounts of a limit in its currency, and what they were before", () => {
    const details = {
      currency: "EUR",
      perOrder: null,
      perDay: 50_000,
      before: { perOrder: 1_000, perDay: null },
    };
    expect(detailsInWords(details)).toEqual([
      { name: "Currency", value: "EUR" },
      { name: "Per day", value: "€500.00" },
      { name: "Before", value: "Per order: €10.00" },
    ]);
    expect(detailsInWords({ limit: 50, before: {} })).toEqual([
      { name: "Limit", value: "50" },
      { name: "Before", value: "Nothing" },
    ]);
  });

  it("names every action, also one that no longer exists", () => {
    expect(actionInWords("member.sign-in-failed")).toBe("Sign-in failed");
    expect(actionInWords("member.was-renamed")).toBe("Member was renamed");
    expect(actionInWords("order.state_changed")).toBe("Order state changed");
    expect(actionInWords("")).toBe("");
  });

  it("names who did it, even if it was no member", () => {
    const ada = { id: "1", name: "Ada", email: "ada@partner.example" };
    expect(actorInWords({ actor: ada, action: "order.confirmed" })).toBe("Ada");
    expect(actorInWords({ actor: null, action: "order.state" })).toBe("Codedesk");
    expect(actorInWords({ actor: null, action: "member.sign-in-failed" })).toBe("Unknown");
  });

  it("names states as the orders list does and leaves unknown ones as they are", () => {
    expect(stateInWords("unconfirmed")).toBe("Unconfirmed");
    expect(stateInWords("from_tomorrow")).toBe("from_tomorrow");
  });

  it("shows details of any shape as short texts and leaves out what is empty", () => {
    expect(
      detailsInWords({ sessionsEnded: 2, because: "disabled", gone: null, empty: "", lines: [1, { a: 2 }] }),
    ).toEqual([
      { name: "Sessions ended", value: "2" },
      { name: "Because", value: "disabled" },
      { name: "Lines", value: "1, A: 2" },
    ]);
    expect(detailsInWords({ long: "x".repeat(5_000) })[0]?.value).toHaveLength(200);
  });
});
