import { describe, expect, it } from "vitest";
import { revealReasonSchema } from "#lib/contracts/codes/codes.ts";
import { createTokenRequestSchema } from "#lib/contracts/team/accessTokens.ts";
import { changeDraftRequestSchema, openDraftRequestSchema } from "#lib/contracts/orders/drafts.ts";
import { acceptInvitationRequestSchema } from "#lib/contracts/team/invitations.ts";
import { renameTemplateRequestSchema } from "#lib/contracts/orders/orderTemplates.ts";
import { saveOrderViewRequestSchema } from "#lib/contracts/orders/orderViews.ts";
import { renamePasskeyRequestSchema } from "#lib/contracts/team/passkeys.ts";
import { MAX_LIMIT_REASON, setProductLimitRequestSchema } from "#lib/contracts/team/limits.ts";
import { addRoleRequestSchema, changeRoleRequestSchema } from "#lib/contracts/team/roles.ts";
import { saveViewRequestSchema } from "#lib/contracts/catalog/savedViews.ts";
import { addMemberRequestSchema, memberNameSchema } from "#lib/contracts/team/team.ts";

const token = { kind: "personal", scopes: ["orders.read"], expiresInDays: 1 };
const grants = { account: [], sandbox: [], production: [] };

type Schema = {
  parse(value: unknown): { name?: string | undefined };
  safeParse(value: unknown): { success: boolean };
};

/** Every request in which people type a name: its schema, and the other fields. */
const REQUESTS: Record<string, [Schema, Record<string, unknown>]> = {
  "a member added": [addMemberRequestSchema, { email: "a@partner.example", role: "buyer" }],
  "a member who joins": [acceptInvitationRequestSchema, { token: "t".repeat(43), password: "x" }],
  "a token": [createTokenRequestSchema, token],
  "a passkey": [renamePasskeyRequestSchema, {}],
  "a role": [addRoleRequestSchema, { grants }],
  "a role changed": [changeRoleRequestSchema, { grants, version: 1 }],
  "a view of the catalog": [saveViewRequestSchema, { view: {}, shared: true }],
  "a view of orders": [saveOrderViewRequestSchema, { query: "" }],
  "a template": [renameTemplateRequestSchema, {}],
  "a draft": [openDraftRequestSchema, { lines: [] }],
  "a draft named": [changeDraftRequestSchema, {}],
};

describe("the name of anything that people type", () => {
  for (const [what, [schema, rest]] of Object.entries(REQUESTS)) {
    it(`is one line of visible characters: ${what}`, () => {
      const name = " Be\u00ada\r\n\r\nBuyer\t\u202e\u2066\u200b\u{e0041}\u0007\u0085\u2028 B\ud800 ";
      expect(schema.parse({ ...rest, name }).name).toBe("Bea Buyer B");
    });

    it(`has a length that is bounded, and something to see: ${what}`, () => {
      for (const name of ["x".repeat(101), "\u3164\u2800", "\u200d\u200b", "\r\n"])
        expect([name, schema.safeParse({ ...rest, name }).success]).toEqual([name, false]);
    });
  }

  it("keeps emoji and scripts that need joiners", () => {
    const name = "علی‌رضا 👩‍💻";
    expect(memberNameSchema.parse(name)).toBe(name);
  });

  it("of a member is no link, which mail programs would make of it", () => {
    for (const name of ["Bea https://evil.example", "www.evil.example"])
      expect(memberNameSchema.safeParse(name).success).toBe(false);
  });
});

describe("a reason that others read in a line", () => {
  const typed = " A\r\n\r\npromo\u00adtion\u202e ";
  const limit = (reason: string) =>
    setProductLimitRequestSchema.safeParse({ productId: 1, codes: 5, reason }).data?.reason;

  it("is one line of visible characters", () => {
    expect(limit(typed)).toBe("A promotion");
    expect(revealReasonSchema.parse(typed)).toBe("A promotion");
  });

  it("has a length that is bounded, and for a product's limit something to see", () => {
    expect(limit("x".repeat(MAX_LIMIT_REASON + 1))).toBeUndefined();
    expect(limit("\u200b\r\n")).toBeUndefined();
    expect(revealReasonSchema.safeParse("x".repeat(501)).success).toBe(false);
    expect(revealReasonSchema.parse("\u200b\r\n")).toBe("");
  });
});
