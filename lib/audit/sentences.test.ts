import { describe, expect, it } from "vitest";
import type { AuditEntryView } from "#lib/contracts/audit/audit.ts";
import { AUDIT_ACTIONS } from "./actions.ts";
import { sentenceOf } from "./sentences.ts";

const ada = { id: "1", name: "Ada", email: "ada@partner.example" };
const bela = { id: "2", name: "Bela", email: "bela@partner.example" };
const entry: AuditEntryView = {
  id: "1",
  at: "2026-11-22T10:00:00.000Z",
  environment: "sandbox",
  actor: ada,
  action: "order.confirmed",
  member: null,
  order: "A-1",
  fromState: null,
  toState: null,
  details: {},
  token: null,
};

describe("the sentence of an audit record", () => {
  it("says who did what, to which order or member", () => {
    expect(sentenceOf(entry)).toBe("Ada confirmed order A-1.");
    expect(sentenceOf({ ...entry, action: "member.disabled", order: null, member: bela })).toBe(
      "Ada disabled Bela.",
    );
  });

  it("names the state that an order came to, if it changed", () => {
    const moved = {
      ...entry,
      actor: null,
      action: "order.state",
      fromState: "processing",
      toState: "completed",
    };
    expect(sentenceOf(moved)).toBe("Codedesk updated the status of order A-1 to Completed.");
    expect(sentenceOf({ ...moved, fromState: "completed" })).toBe(
      "Codedesk updated the status of order A-1.",
    );
  });

  it.each([
    ["accepted", "sent order A-1."],
    ["exists", "sent order A-1, which the service already has."],
    ["refused", "sent order A-1, which the service rejected."],
    ["throttled", "tried to send order A-1, and the service asked to wait."],
    ["not_sent", "couldn't send order A-1."],
    ["ambiguous", "tried to send order A-1, with an unknown outcome."],
    [undefined, "sent order A-1."],
  ])("says what became of an attempt that is %s", (outcome, words) => {
    const attempted = { ...entry, actor: null, action: "order.attempted", details: { outcome } };
    expect(sentenceOf(attempted)).toBe(`Codedesk ${words}`);
  });

  it("says that an order was sent again only from the second attempt on", () => {
    const begun = (attempt: number) =>
      sentenceOf({ ...entry, actor: null, action: "order.attempt-started", details: { attempt } });
    expect([begun(1), begun(2)]).toEqual([
      "Codedesk began to send order A-1.",
      "Codedesk began to send order A-1 again.",
    ]);
  });

  it("names the token by which a program acted for its member", () => {
    expect(sentenceOf({ ...entry, token: "Warehouse" })).toBe(
      "Ada (by token Warehouse) confirmed order A-1.",
    );
  });

  it("counts failed sign-ins, and reads an action that no longer exists", () => {
    const failed = {
      ...entry,
      actor: null,
      action: "member.sign-in-failed",
      order: null,
      details: { count: 3 },
    };
    expect(sentenceOf({ ...failed, member: bela })).toBe("Signing in as Bela failed, 3 times.");
    expect(sentenceOf(failed)).toBe("Signing in as an unknown address failed, 3 times.");
    expect(sentenceOf({ ...entry, action: "member.was-renamed" })).toBe("Member was renamed by Ada.");
  });

  it("leaves no placeholder open, whatever the record lacks", () => {
    for (const action of Object.keys(AUDIT_ACTIONS)) {
      expect(sentenceOf({ ...entry, action, actor: null, order: null })).toMatch(/^[A-Z][^{}]+\.$/);
    }
  });
});
