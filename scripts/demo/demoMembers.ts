import { existsSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { ROLES } from "#lib/contracts/team/role.ts";
import type { Role } from "#lib/contracts/team/role.ts";
import { generatePassword, verifyPassword } from "#server/auth/signIn/password.ts";
import type { TeamRequest } from "#server/context/operator.ts";
import { members } from "#server/db/schema/members.ts";
import { addMember } from "#server/team/addMember.ts";
import { resetPassword } from "#server/team/resetPassword.ts";
import { durableSecret } from "#scripts/launch/dataDir.ts";

export type DemoPerson = { email: string; name: string; role: Role };
export type DemoMember = DemoPerson & { password: string };

const NAMES: Record<Role, string> = {
  admin: "Ada Admin",
  approver: "Arif Approver",
  buyer: "Bela Buyer",
  support: "Suri Support",
  viewer: "Vera Viewer",
};

/** One member of each role: for tests and for `npm run dev`. */
export const ONE_OF_EACH_ROLE: readonly DemoPerson[] = ROLES.map((role) => ({
  email: `${role}@demo.example`,
  name: NAMES[role],
  role,
}));

/** The demo members with their passwords, which are generated once and kept in the data directory (mode 0600). */
export function demoMembers(dataDir: string, people: readonly DemoPerson[]): DemoMember[] {
  return people.map((person) => ({
    ...person,
    password: durableSecret(dataDir, passwordFile(person), generatePassword),
  }));
}

function passwordFile({ email }: DemoPerson): string {
  return `demo-${email.split("@")[0]}-password`;
}

/**
 * Why a data directory can't be used with a partner's service, as a sentence; null if it can. The service would be asked about the orders of
 * the demo, and the demo's members could sign in.
 */
export function demoDataIn(dataDir: string): string | null {
  const hasMembers = ONE_OF_EACH_ROLE.some((person) => existsSync(join(dataDir, passwordFile(person))));
  return hasMembers
    ? `The data directory ${dataDir} has the members and orders of the demo: set DATA_DIR to another directory. If it has real orders as well, see docs/operations.md.`
    : null;
}

/** Makes sure that these demo members exist, and that their passwords work. */
export async function ensureDemoMembers(
  request: TeamRequest,
  dataDir: string,
  people: readonly DemoPerson[] = ONE_OF_EACH_ROLE,
): Promise<DemoMember[]> {
  const result = demoMembers(dataDir, people);
  for (const { email, name, role, password } of result) {
    const [known] = await request.db.select().from(members).where(eq(members.email, email));
    if (known === undefined) {
      await addMember(request, { email, name, role, password });
    } else if (!(await verifyPassword(known.passwordHash, password, "known"))) {
      // Changed by hand, or in another data directory: the printed password must work.
      await resetPassword(request, { memberId: known.id, password });
    }
  }
  return result;
}

export function describeMembers(list: readonly DemoMember[]): string {
  const width = Math.max(...list.map(({ email }) => email.length));
  return list.map(({ email, password }) => `  ${email.padEnd(width)}   ${password}`).join("\n");
}
