import "server-only";
import { and, eq, isNotNull } from "drizzle-orm";
import type { IdentityFactors } from "#lib/contracts/identityFactors.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { passkeys, totpAuthenticators } from "#server/db/schema/secondFactor.ts";

/** The second factors that a member has. */
export type MemberFactors = Omit<IdentityFactors, "password">;

export async function memberFactors(db: Database | Transaction, memberId: string): Promise<MemberFactors> {
  const [totp] = await db
    .select({ memberId: totpAuthenticators.memberId })
    .from(totpAuthenticators)
    .where(and(eq(totpAuthenticators.memberId, memberId), isNotNull(totpAuthenticators.secret)));
  const [passkey] = await db
    .select({ id: passkeys.id })
    .from(passkeys)
    .where(eq(passkeys.memberId, memberId))
    .limit(1);
  return { totp: totp !== undefined, passkey: passkey !== undefined };
}

/** Whether signing in requires one of them. */
export function hasSecondFactor(factors: MemberFactors): boolean {
  return Object.values(factors).some(Boolean);
}
