import "server-only";
import { and, eq, exists, gt } from "drizzle-orm";
import { z } from "zod";
import { emailAddressSchema } from "#lib/contracts/team/member.ts";
import type { AuthSettings } from "#server/auth/settings.ts";
import type { Instant } from "#lib/time/instant.ts";
import type { Program } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { members, sessions } from "#server/db/schema/members.ts";
import { addressGroup } from "#server/http/clientAddress.ts";
import { readDevice } from "#server/auth/sessions/deviceCookie.ts";
import { KNOWN_ADDRESS_MS } from "./limits.ts";
import { verifyPassword } from "./password.ts";
import { recordSignInFailure } from "./recordSignInFailure.ts";
import { admitAttempt, markSucceeded, type Budgets } from "./throttle.ts";
import { clientOfRequest } from "./knownClient.ts";

const credentialsSchema = z.object({ email: emailAddressSchema, password: z.string().min(1).max(1_000) });

/** A sign-in request; its sender is known only by address and cookies. */
export type SignInRequest = Program & { settings: AuthSettings; headers: Headers; address: string };

/** The member whose password was right, and the hash that it was compared with. */
export type Authenticated = { id: string; passwordHash: string };

/**
 * Returns the member with these credentials, or null. An unknown address, a wrong password and a disabled member give the same
 * answer after the same time. Failures are counted in the audit log.
 * @throws AppError `too-many`, `too-busy`, both with `retryAfterSeconds`; `forbidden` for a one-time password that has expired.
 */
export async function authenticate(request: SignInRequest, input: unknown): Promise<Authenticated | null> {
  const parsed = credentialsSchema.safeParse(input);
  if (!parsed.success) return null;
  const { email, password } = parsed.data;
  const [found] = await findMember(request, email);
  const member = found?.member ?? null;
  const device = member === null ? null : readDevice(request.headers, request.settings, member.id);
  const isKnown = device !== null || found?.addressIsKnown === true;
  const budgets = isKnown ? knownBudget(request, email, device) : strangerBudgets(request, email);
  const attemptIds = await admit(request, budgets, isKnown ? email : null);
  const passwordHash = member?.passwordHash ?? null;
  const matches = await verifyPassword(passwordHash, password, isKnown ? "known" : "stranger");
  if (member !== null && passwordHash !== null && matches && member.disabledAt === null) {
    await markSucceeded(request, attemptIds);
    if (!hasExpired(request, member.oneTimePasswordUntil)) return { id: member.id, passwordHash };
    await recordSignInFailure(request, {
      memberId: member.id,
      address: request.address,
      reason: "one-time password expired",
    });
    throw new AppError(
      "forbidden",
      "This one-time password has expired. Ask an administrator for a new one.",
    );
  }
  await recordSignInFailure(request, {
    memberId: member?.id ?? null,
    address: request.address,
    ...(matches ? { reason: "disabled" } : {}),
  });
  // Wrong all the same: counted and answered as for a stranger, or the answer would tell who has signed in from here before.
  if (isKnown) await admitAttempt(request, request.settings.secret, strangerBudgets(request, email));
  return null;
}

/**
 * Counts the attempt. Where members have signed in from this client before, a refusal takes as long as a wrong password, which is
 * compared before theirs is refused.
 * @param known the address of a member who has signed in from here before: refused like that of a stranger, or the time to wait would
 * tell; null for anybody else.
 * @throws AppError `too-many`.
 */
async function admit(request: SignInRequest, budgets: Budgets, known: string | null): Promise<string[]> {
  const { headers, settings } = request;
  try {
    return await admitAttempt(request, settings.secret, budgets);
  } catch (error) {
    if (known !== null || clientOfRequest(headers, settings, request).isKnown)
      await verifyPassword(null, "", "stranger");
    if (known !== null) await admitAttempt(request, settings.secret, strangerBudgets(request, known));
    throw error;
  }
}

function hasExpired(request: SignInRequest, until: Instant | null): boolean {
  return until !== null && request.clock.now() >= until;
}

/** The same statement is run for addresses that nobody has, so that it takes as long. */
function findMember(request: SignInRequest, email: string) {
  const fromHere = request.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        eq(sessions.memberId, members.id),
        eq(sessions.address, addressGroup(request.address)),
        gt(sessions.createdAt, request.clock.now() - KNOWN_ADDRESS_MS),
      ),
    );
  return request.db
    .select({ member: members, addressIsKnown: exists(fromHere) })
    .from(members)
    .where(eq(members.email, email));
}

function knownBudget(request: SignInRequest, email: string, device: string | null): Budgets {
  return { device: `${email}\n${device ?? addressGroup(request.address)}` };
}

function strangerBudgets(request: SignInRequest, email: string): Budgets {
  const client = addressGroup(request.address);
  return { pair: `${email}\n${client}`, email, client };
}
