import { describe, expect, it } from "vitest";
import { NOTICE_KINDS } from "#lib/contracts/notices/noticeKinds.ts";
import { ROLES } from "#lib/contracts/team/role.ts";
import { permits } from "#lib/members/roles.ts";
import { channelsOf, kindsOf, tells } from "./audience.ts";
import { KINDS, WEBHOOK_KINDS, webhookLabel } from "./kinds.ts";

const ME = "me";
const BOTH = { dashboard: true, mail: true };

describe("who gets notices", () => {
  it("is nobody of a role that may not see it, whatever they have chosen", () => {
    for (const role of ROLES) {
      for (const kind of NOTICE_KINDS) {
        const { permission } = KINDS[kind];
        const mayBe = permission === null || permits({ role }, permission);
        const told = [ME, "another", null].map((memberId) =>
          tells({ id: ME, role }, { teamOrders: true, kinds: { [kind]: BOTH } }, { kind, memberId }),
        );
        if (!mayBe) expect([role, kind, told]).toEqual([role, kind, [null, null, null]]);
        expect(kindsOf({ role }).includes(kind)).toBe(mayBe);
      }
    }
  });

  it("of one's own order is whoever confirmed it; of another's, who wants to hear of the team's", () => {
    const kind = "order.partial";
    const buyer = { id: ME, role: "buyer" as const };
    expect(tells(buyer, {}, { kind, memberId: ME })).toEqual(BOTH);
    expect(tells(buyer, {}, { kind, memberId: "another" })).toBeNull();
    expect(tells(buyer, { teamOrders: true }, { kind, memberId: "another" })).toEqual(BOTH);
    expect(tells({ id: ME, role: "admin" }, {}, { kind, memberId: "another" })).toEqual(BOTH);
    expect(tells({ id: ME, role: "admin" }, { teamOrders: false }, { kind, memberId: "another" })).toBeNull();
  });

  it("is a member of a custom role as far as it holds the permission in that environment", () => {
    const event = { kind: "order.partial" as const, memberId: ME };
    expect(tells({ id: ME, role: "custom", grants: ["orders.read", "orders.place"] }, {}, event)).toEqual(
      BOTH,
    );
    expect(tells({ id: ME, role: "custom", grants: ["catalog.read"] }, {}, event)).toBeNull();
  });

  it("is never asked to decide on what they asked for themselves", () => {
    for (const kind of ["approval.asked", "release.asked"] as const) {
      expect(tells({ id: ME, role: "admin" }, {}, { kind, memberId: ME })).toBeNull();
      expect(tells({ id: ME, role: "admin" }, {}, { kind, memberId: "shop", tokenBy: ME })).toBeNull();
      expect(tells({ id: ME, role: "admin" }, {}, { kind, memberId: "another" })).not.toBeNull();
    }
  });

  it("of a sign-in is its member alone, whatever anybody's role", () => {
    expect(tells({ id: ME, role: "admin" }, {}, { kind: "sign-in", memberId: "another" })).toBeNull();
    expect(tells({ id: ME, role: "support" }, {}, { kind: "sign-in", memberId: ME })).toEqual(BOTH);
    expect(WEBHOOK_KINDS).not.toContain("sign-in");
  });

  it("of a webhook that nobody is responsible for are those who can keep it, and no webhook", () => {
    const event = { kind: "webhook.orphaned" as const, memberId: "gone" };
    expect(tells({ id: ME, role: "admin" }, {}, event)).toEqual(BOTH);
    expect(tells({ id: ME, role: "approver" }, {}, event)).toBeNull();
    expect(WEBHOOK_KINDS).not.toContain("webhook.orphaned");
  });

  it("of catalog changes is whoever has something among them, as they have chosen: nothing, at once, or a digest instead of mails", () => {
    const me = { id: ME, role: "buyer" as const };
    const event = { kind: "catalog.changed" as const, memberId: null, affectsReader: true };
    const kinds = { "catalog.changed": BOTH };
    const inDashboard = { dashboard: true, mail: false };
    expect(tells(me, {}, event)).toEqual(inDashboard);
    expect(tells(me, {}, { ...event, affectsReader: false })).toBeNull();
    expect(tells(me, { kinds }, event)).toEqual(BOTH);
    expect(tells(me, { kinds, catalogChanges: "digest" }, event)).toEqual(inDashboard);
    expect(tells(me, { kinds, catalogChanges: "off" }, event)).toBeNull();
    expect(channelsOf(me, { catalogChanges: "digest" }, "catalog.digest").mail).toBe(true);
    expect(channelsOf(me, { kinds: { "catalog.digest": BOTH } }, "catalog.digest").mail).toBe(false);
    expect(WEBHOOK_KINDS).toContain("catalog.changed");
    expect(WEBHOOK_KINDS).not.toContain("catalog.digest");
  });

  it("has no “your” in a label for a webhook", () => {
    expect(WEBHOOK_KINDS.map(webhookLabel).filter((label) => /\byour\b/i.test(label))).toEqual([]);
    expect(webhookLabel("approval.decided")).toBe("Order approved or declined");
    expect(webhookLabel("wallet.low")).toBe(KINDS["wallet.low"].label);
  });

  it("is nobody who has switched both channels off", () => {
    const kinds = { "wallet.low": { dashboard: false, mail: false } };
    expect(tells({ id: ME, role: "admin" }, { kinds }, { kind: "wallet.low", memberId: null })).toBeNull();
  });
});
