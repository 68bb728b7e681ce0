import "server-only";
import type { RoleId } from "#lib/contracts/roles.ts";
import { memberNameSchema } from "#lib/contracts/team.ts";
import type { Instant } from "#lib/time/instant.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { OidcSettings } from "#server/config/env.ts";
import type { Transaction } from "#server/db/connect.ts";
import { members } from "#server/db/schema/members.ts";

/** Whether a first sign-in with this verified address makes its owner a member. Of the domain itself, not of those below it. */
export function mayJoin(email: string, newMembers: OidcSettings["newMembers"]): boolean {
  const domain = email.slice(email.lastIndexOf("@") + 1);
  return newMembers?.domains.includes(domain) ?? false;
}

/** Adds the member of an address that nobody has yet; audited. Without a password: single sign-on is their way in. */
export async function addMemberOfIdentity(
  tx: Transaction,
  { email, name, role }: { email: string; name: string | null; role: RoleId },
  now: Instant,
): Promise<void> {
  const [added] = await tx
    .insert(members)
    .values({ email, name: nameOf(email, name), role, createdAt: now, updatedAt: now })
    .onConflictDoNothing({ target: members.email })
    .returning({ id: members.id });
  if (added === undefined) return;
  await recordAudit(tx, {
    at: now,
    action: "member.added",
    memberId: added.id,
    details: { role, by: "identity provider" },
  });
}

/** The provider's name of them, as far as it is one for a screen; else the first half of the address. */
function nameOf(email: string, name: string | null): string {
  const printable = (name ?? "").replaceAll(/\p{C}/gu, "").slice(0, 100);
  const parsed = memberNameSchema.safeParse(printable);
  return parsed.success ? parsed.data : (email.split("@")[0] ?? email);
}
