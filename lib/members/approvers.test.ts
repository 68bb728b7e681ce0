import { describe, expect, it } from "vitest";
import type { MemberView } from "#lib/contracts/team/member.ts";
import type { Role } from "#lib/contracts/team/role.ts";
import { approvalGap } from "./approvers.ts";
import { builtInGrants } from "./grants.ts";

const ROLES = (["admin", "approver", "buyer"] as const).map((id) => ({
  id,
  name: id,
  purpose: null,
  version: null,
  grants: builtInGrants(id),
}));
const member = (name: string, role: Role, disabledAt: string | null = null): MemberView => ({
  id: name,
  email: name,
  name,
  role,
  roleName: role,
  disabledAt,
  createdAt: "2030-01-01T00:00:00Z",
  lastSeenAt: null,
  factors: { totp: false, passkeys: 0 },
});
const gap = (...members: MemberView[]) => approvalGap(members, ROLES, "production");

describe("the warning that nobody can approve", () => {
  it("is given if nobody active can, or the only one who can would have to approve their own", () => {
    expect(gap(member("Bea", "buyer"))).toContain("Nobody can approve");
    expect(gap(member("Bea", "buyer"), member("Arif", "approver", "2030-01-01T00:00:00Z"))).toContain(
      "Nobody",
    );
    expect(gap(member("Ada", "admin"), member("Bea", "buyer"))).toContain("Only Ada can approve");
  });

  it("is not given if there is somebody for every order", () => {
    expect(gap(member("Arif", "approver"), member("Bea", "buyer"))).toBeNull();
    expect(gap(member("Ada", "admin"), member("Abe", "admin"))).toBeNull();
  });
});
