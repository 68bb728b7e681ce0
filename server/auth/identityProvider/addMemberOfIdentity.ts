import "server-only";
import type { RoleId } from "#lib/contracts/team/roles.ts";
import { memberNameSchema } from "#lib/contracts/team/team.ts";
import type { Instant } from "#lib/time/instant.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { OidcSettings } from "#server/config/env.ts";
import type { Transaction } from "#server/db/connect.ts";
import { members } from "#server/db/schema/members.ts";

/** Whether the first sign-in with this verified address creates a member. Domains have to match exactly; subdomains do not count. */
export function mayJoin(email: string, newMembers: OidcSettings["newMembers"]): boolean {
  const domain = email.slice(email.lastIndexOf("@") + 1);
  return newMembers?.domains.includes(domain) ?? false;
}

/** Adds a member for an address that nobody has yet; audited. They get no password: they sign in by single sign-on. */
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

/** The name that the provider gives, if it can be shown on a screen; otherwise the part of the address before the @. */
function nameOf(email: string, name: string | null): string {
  const printable = (name ?? "").replaceAll(/\p{C}/gu, "").slice(0, 100);
  const parsed = memberNameSchema.safeParse(printable);
  return parsed.success ? parsed.data : (email.split("@")[0] ?? email);
}
