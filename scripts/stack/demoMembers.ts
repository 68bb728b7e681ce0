import { eq } from "drizzle-orm";
import { ROLES } from "#lib/contracts/role.ts";
import type { Role } from "#lib/contracts/role.ts";
import { generatePassword, verifyPassword } from "#server/auth/signIn/password.ts";
import type { TeamRequest } from "#server/context/operator.ts";
import { members } from "#server/db/schema/members.ts";
import { addMember } from "#server/team/addMember.ts";
import { resetPassword } from "#server/team/resetPassword.ts";
import { durableSecret } from "./dataDir.ts";

export type DemoMember = { email: string; role: Role; password: string };

const NAMES: Record<Role, string> = {
  admin: "Ada Admin",
  approver: "Arif Approver",
  buyer: "Bela Buyer",
  support: "Suri Support",
};

/** Makes sure that there is one demo member for each role. Passwords are generated once and kept in the data directory (mode 0600). */
export async function ensureDemoMembers(request: TeamRequest, dataDir: string): Promise<DemoMember[]> {
  const result: DemoMember[] = [];
  for (const role of ROLES) {
    const email = `${role}@demo.example`;
    const password = durableSecret(dataDir, `demo-${role}-password`, generatePassword);
    const [known] = await request.db.select().from(members).where(eq(members.email, email));
    if (known === undefined) {
      await addMember(request, { email, name: NAMES[role], role, password });
    } else if (!(await verifyPassword(known.passwordHash, password, "known"))) {
      // Changed by hand, or from another data directory: the password that is printed must work.
      await resetPassword(request, { memberId: known.id, password });
    }
    result.push({ email, role, password });
  }
  return result;
}

export function describeMembers(list: readonly DemoMember[]): string {
  const width = Math.max(...list.map(({ email }) => email.length));
  return list.map(({ email, password }) => `  ${email.padEnd(width)}   ${password}`).join("\n");
}
