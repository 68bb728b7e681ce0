import "server-only";
import type { Instant } from "#lib/time/instant.ts";
import type { Program } from "#server/context/context.ts";
import { readIdentityFactors } from "#server/context/requireRecentSignIn.ts";
import type { Transaction } from "#server/db/connect.ts";

/**
 * Since when a session that was opened by a second factor without a password counts as confirmed. Null if the account requires
 * the password too: both are then asked for when they are needed.
 */
export async function recencyOf(
  tx: Transaction,
  { clock, passwordSignIn }: Pick<Program, "clock" | "passwordSignIn">,
  memberId: string,
): Promise<Instant | null> {
  const { password } = await readIdentityFactors({ db: tx, passwordSignIn }, memberId);
  return password ? null : clock.now();
}
