import "server-only";
import type { Instant } from "#lib/time/instant.ts";
import { readMemberRules } from "#server/config/env.ts";
import { AppError } from "#server/context/errors.ts";
import { checkNewPassword } from "./checkNewPassword.ts";
import { generatePassword, hashPassword } from "./password.ts";

/** The error for anything that concerns passwords where members have none. */
export function passwordsAreOff(): AppError {
  return new AppError("conflict", "Passwords are switched off: members use single sign-on.");
}

/**
 * How long an invitation is valid, which is as long as a one-time password.
 * @throws AppError `conflict` where passwords are switched off.
 */
export function invitationLifetimeMs(): number {
  const { passwordSignIn, oneTimePasswordMs } = readMemberRules();
  if (!passwordSignIn) throw passwordsAreOff();
  return oneTimePasswordMs;
}

/** A password as it is stored, and as it is shown once. */
export type PreparedPassword = {
  password: string;
  columns: { passwordHash: string; oneTimePasswordUntil: Instant | null };
};

/**
 * Prepares a member's new password: a chosen one, which stays valid, or a generated one, which is valid until the member chooses
 * another or it expires. Null where passwords are switched off.
 * @throws AppError `validation`, `too-busy`.
 */
export async function preparePassword(
  email: string,
  now: Instant,
  chosen: string | undefined,
): Promise<PreparedPassword | null> {
  const { passwordSignIn, oneTimePasswordMs } = readMemberRules();
  if (chosen === undefined && !passwordSignIn) return null;
  if (chosen !== undefined) checkNewPassword(chosen, email);
  const password = chosen ?? generatePassword();
  const passwordHash = await hashPassword(password);
  const oneTimePasswordUntil = chosen === undefined ? now + oneTimePasswordMs : null;
  return { password, columns: { passwordHash, oneTimePasswordUntil } };
}
