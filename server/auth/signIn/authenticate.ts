import "server-only";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { emailAddress } from "#lib/contracts/member.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { Program } from "#server/context/context.ts";
import { members } from "#server/db/schema/members.ts";
import { DeskError } from "#server/context/errors.ts";
import { verifyPassword } from "./password.ts";
import { admitAttempt, markSucceeded } from "./throttle.ts";

const credentials = z.object({ email: emailAddress, password: z.string().min(1).max(1_000) });

/**
 * The member these credentials belong to, or null: an unknown address, a wrong password and a disabled member
 * look and last the same. Failures are audited; how many there can be is bounded by the throttle.
 * @param client who asks, as far as the network tells.
 * @throws DeskError `too-many` with `retryAfterSeconds`.
 */
export async function authenticate(
  program: Program,
  secret: string,
  input: unknown,
  client: string,
): Promise<{ id: string } | null> {
  const parsed = credentials.safeParse(input);
  if (!parsed.success) return null;
  const { email, password } = parsed.data;
  const admission = await admitAttempt(program, secret, email, client);
  if (!admission.admitted) {
    const { retryAfterSeconds } = admission;
    throw new DeskError("too-many", "Too many failed tries. Wait a while, then try again.", {
      retryAfterSeconds,
    });
  }
  const [member] = await program.db.select().from(members).where(eq(members.email, email));
  const matches = await verifyPassword(member?.passwordHash ?? null, password);
  if (member && matches && member.disabledAt === null) {
    await markSucceeded(program, admission.attemptIds);
    return { id: member.id };
  }
  // Also for addresses nobody has, and without them: people type passwords into the wrong field.
  await program.db.transaction((tx) =>
    recordAudit(tx, {
      at: program.clock.now(),
      action: "member.sign-in-failed",
      memberId: member?.id ?? null,
      details: member && matches ? { because: "disabled" } : {},
    }),
  );
  return null;
}
