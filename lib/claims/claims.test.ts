import { describe, expect, it } from "vitest";
import { CLAIM_STATES } from "#lib/contracts/claims/claimStates.ts";
import type { Evidence } from "#lib/contracts/claims/claims.ts";
import { DAY } from "#lib/time/instant.ts";
import { dueOf, nearness } from "./due.ts";
import { evidenceText } from "./evidenceLines.ts";
import { rateText } from "./rateText.ts";
import { canMove, claimsWhere } from "./states.ts";

const EVIDENCE: Evidence = {
  claim: {
    id: "0b7c7a2e-6f0e-4c5a-9c55-0c3f6b6a2a11",
    state: "sent",
    order: "A-1",
    orderId: "42",
    productId: 7,
    productName: "Streamly",
    number: 2,
    said: "It says\ninvalid",
    customerReference: "C-1",
    openedBy: "Bea",
    openedAt: "2026-11-21T20:50:11.000Z",
    deliveredAt: "2026-11-20T08:00:00.000Z",
    dueAt: null,
    supplierReference: "T-1",
    reason: null,
    replacement: null,
    credit: null,
  },
  placedAt: "2026-11-20T07:59:00.000Z",
  delivered: 3,
  exposure: "untouched",
  seen: [],
  handedOut: { at: "2026-11-20T09:00:00.000Z", by: "Bea", customerReference: "C-1" },
  fields: null,
  madeAt: "2026-11-22T00:00:00.000Z",
};

describe("a claim", () => {
  it("is sent or settled while it is open, settled once it was sent, and then stays as it is", () => {
    const after = (from: (typeof CLAIM_STATES)[number]) => CLAIM_STATES.filter((to) => canMove(from, to));
    expect(after("open")).toEqual(["sent", "replaced", "credited", "refused", "withdrawn"]);
    expect(after("sent")).toEqual(["replaced", "credited", "refused", "withdrawn"]);
    for (const state of ["replaced", "credited", "refused", "withdrawn"] as const)
      expect(after(state), state).toEqual([]);
  });

  it("counts as a failure unless it was refused or withdrawn", () => {
    expect(claimsWhere(({ hasFailed }) => hasFailed)).toEqual(["open", "sent", "replaced", "credited"]);
  });

  it("has a term only while it is open, and only if one is stated", () => {
    expect(dueOf("open", 0, 14)).toBe(14 * DAY);
    expect(dueOf("open", 0, null)).toBeNull();
    expect(dueOf("sent", 0, 14)).toBeNull();
  });

  it("is due soon for three days, and overdue once the term is over", () => {
    const at = 14 * DAY;
    expect(nearness(at, 11 * DAY - 1)).toBeNull();
    expect(nearness(at, 11 * DAY)).toBe("soon");
    expect(nearness(at, at)).toBe("soon");
    expect(nearness(at, at + 1)).toBe("overdue");
    expect(nearness(null, at)).toBeNull();
  });
});

describe("the evidence of a claim", () => {
  it("says which code it is, what happened to it and to whom it went, with the code masked", () => {
    expect(evidenceText(EVIDENCE)).toBe(
      [
        "Order: A-1",
        "Order ID: 42",
        "Order placed: 2026-11-20 07:59 UTC",
        "Product: Streamly",
        "Product ID: 7",
        "Code: Number 2 of 3 of the order",
        "Code (masked): •••• •••• ••••",
        "Delivered: 2026-11-20 08:00 UTC",
        "Handed out: 2026-11-20 09:00 UTC, by Bea",
        "To: C-1",
        "Claimed: 2026-11-21 20:50 UTC, by Bea",
        "The customer said: It says\ninvalid",
        "State of the claim: Sent",
        "Supplier's reference: T-1",
        "Made: 2026-11-22 00:00 UTC",
        "",
      ].join("\n"),
    );
  });

  it("has the code's own fields where it was asked for", () => {
    const text = evidenceText({ ...EVIDENCE, fields: { pin: "ABCD-1" } });
    expect(text).toContain("ABCD-1");
    expect(text).not.toContain("masked");
  });

  it("says that nobody has seen a code, or who has", () => {
    expect(evidenceText({ ...EVIDENCE, handedOut: null })).toContain(
      "Seen: By nobody in Codedesk\nHanded out: No\n",
    );
    const seen = [{ how: "exported" as const, at: "2026-11-20T10:00:00.000Z", by: "Bo" }];
    expect(evidenceText({ ...EVIDENCE, exposure: "exported", seen })).toContain(
      "Exported: 2026-11-20 10:00 UTC, by Bo\n",
    );
  });
});

describe("the failure rate of a product", () => {
  it("is told with its counts, and never as nothing where a code has failed", () => {
    expect(rateText({ delivered: 0, failed: 0 })).toBe("None delivered yet");
    expect(rateText({ delivered: 1_200, failed: 0 })).toBe("0 of 1,200 codes");
    expect(rateText({ delivered: 1_200, failed: 3 })).toBe("3 of 1,200 codes (0.3%)");
    expect(rateText({ delivered: 100_000, failed: 1 })).toBe("1 of 100,000 codes (0.1%)");
  });
});
