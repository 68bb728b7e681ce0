import "server-only";
import { toIso } from "#lib/time/instant.ts";
import { and, eq, gte, sql } from "drizzle-orm";
import type { TokenScope } from "#lib/contracts/team/accessTokens.ts";
import { roleName } from "#lib/members/roleNames.ts";
import { factorColumns, lacksFactor } from "#server/auth/sessions/factorColumns.ts";
import type { Session } from "#server/auth/sessions/findSession.ts";
import type { Program } from "#server/context/context.ts";
import { grantsOfRow } from "#server/context/customRole.ts";
import { AppError } from "#server/context/errors.ts";
import { prepared } from "#server/db/prepared.ts";
import { refilledTokens } from "#server/db/refilledTokens.ts";
import { accessTokens } from "#server/db/schema/accessTokens.ts";
import { members } from "#server/db/schema/members.ts";
import { customRoles } from "#server/db/schema/roles.ts";
import { hashToken } from "#server/auth/tokenText.ts";

/** How many calls a token may make at once, and then each second. */
const BURST = 100;
const PER_SECOND = 20;

/** An active token and the member that it acts as. */
export type FoundToken = {
  id: string;
  name: string;
  scopes: readonly TokenScope[];
  holder: Omit<Session, "id">;
};

const tokenOfHash = prepared((db) =>
  db
    .select({
      token: accessTokens,
      member: members,
      customRole: customRoles,
      ...factorColumns(db),
    })
    .from(accessTokens)
    .innerJoin(members, eq(members.id, accessTokens.memberId))
    .leftJoin(customRoles, eq(customRoles.id, members.customRoleId))
    .where(eq(accessTokens.hash, sql.placeholder("hash")))
    .prepare("token_of_hash"),
);

/**
 * Returns the token for a text if it is active: not revoked, not expired, its member not disabled. Read from the database for
 * every call, so that revoking takes effect at once. Counts the call.
 * @throws AppError `too-many` when the token is used more often than it may be.
 */
export async function findToken(
  program: Pick<Program, "db" | "clock">,
  text: string,
): Promise<FoundToken | null> {
  const now = program.clock.now();
  if (text === "") return null;
  const [row] = await tokenOfHash(program.db).execute({ hash: hashToken(text) });
  if (!row || row.member.disabledAt !== null) return null;
  const { token, member } = row;
  if (token.revokedAt !== null || now >= token.expiresAt) return null;
  await countCall(program, token.id);
  const { id, email, name, role, oneTimePasswordUntil } = member;
  const custom = row.customRole;
  return {
    id: token.id,
    name: token.name,
    scopes: token.scopes,
    holder: {
      member: { id, email, name, role, roleName: roleName(role, custom?.name ?? null) },
      // Programs always get the same format, whatever the member's region.
      region: { locale: null, timeZone: null },
      customGrants: custom === null ? null : grantsOfRow(custom),
      // The member confirmed that it was them when they created the token; a program cannot confirm anything.
      isProductionLocked: false,
      mustChangePassword: oneTimePasswordUntil !== null,
      // The member of a service token cannot sign in, and so cannot add a second factor.
      mustAddSecondFactor: token.kind === "personal" && lacksFactor(row),
    },
  };
}

/** A single statement, so that all instances share the token's bucket. */
async function countCall({ db, clock }: Pick<Program, "db" | "clock">, id: string): Promise<void> {
  const at = clock.now();
  const instant = sql`${toIso(at)}::timestamptz`;
  const bucket = { tokens: accessTokens.callsLeft, at: accessTokens.callsAt };
  const filled = refilledTokens(bucket, { burst: BURST, perSecond: PER_SECOND }, at);
  const counted = await db
    .update(accessTokens)
    .set({
      lastUsedAt: at,
      callsLeft: sql`${filled} - 1`,
      callsAt: sql`greatest(${accessTokens.callsAt}, ${instant})`,
    })
    .where(and(eq(accessTokens.id, id), gte(filled, 1)));
  if (counted.rowCount === 1) return;
  throw new AppError("too-many", `A token may make ${BURST} calls at once, then ${PER_SECOND} a second.`, {
    retryAfterSeconds: Math.ceil(1 / PER_SECOND),
  });
}

/** A new token's full bucket. */
export function fullBucket(at: number) {
  return { callsLeft: BURST, callsAt: at };
}
