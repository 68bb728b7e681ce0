import { describe, expect, it } from "vitest";
import type { AuditEntryView } from "#lib/contracts/audit/audit.ts";
import { HOUR, MINUTE } from "#lib/time/instant.ts";
import { collapseRepeats } from "./collapseRepeats.ts";

const NOON = Date.parse("2026-11-22T12:00:00.000Z");
let nextId = 0;
const record = (minutesBefore: number, more: Partial<AuditEntryView> = {}): AuditEntryView => ({
  id: String((nextId += 1)),
  at: new Date(NOON - minutesBefore * MINUTE).toISOString(),
  environment: "sandbox",
  actor: { id: "1", name: "Ada", email: "ada@partner.example" },
  action: "member.signed-in",
  member: null,
  order: null,
  fromState: null,
  toState: null,
  details: {},
  token: null,
  ...more,
});
const sizesOf = (...entries: AuditEntryView[]) => collapseRepeats(entries).map((each) => each.length);

describe("records of the audit log that repeat", () => {
  it("are one as long as nothing else happened in between, in their order", () => {
    const entries = [record(0), record(1), record(2)];
    expect(collapseRepeats(entries)).toEqual([entries]);
    expect(sizesOf(record(0), record(1, { action: "member.signed-out" }), record(2))).toEqual([1, 1, 1]);
    expect(sizesOf()).toEqual([]);
  });

  it("are others if they are of another member, order, environment, token or state, or say something else", () => {
    const others: Partial<AuditEntryView>[] = [
      { actor: { id: "2", name: "Ada", email: "other@partner.example" } },
      { order: "A-1" },
      { environment: "production" },
      { environment: null },
      { token: "Nightly" },
      { action: "order.state", fromState: "processing", toState: "completed" },
    ];
    for (const other of others) expect(sizesOf(record(0), record(1, other))).toEqual([1, 1]);
    const invited = (email: string) => record(1, { action: "member.invited", details: { email } });
    expect(sizesOf(invited("ana@partner.example"), invited("ben@partner.example"))).toEqual([1, 1]);
  });

  it("are others after more than an hour", () => {
    expect(sizesOf(record(0), record(HOUR / MINUTE))).toEqual([2]);
    expect(sizesOf(record(0), record(HOUR / MINUTE + 1))).toEqual([1, 1]);
  });
});
