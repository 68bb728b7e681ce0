import "server-only";
import { randomUUID } from "node:crypto";
import {
  TOKEN_SCOPES,
  type CreatedToken,
  type CreateTokenRequest,
  type TokenScope,
} from "#lib/contracts/team/accessTokens.ts";
import { permits } from "#lib/members/roles.ts";
import { serviceAddress } from "#lib/members/serviceAddress.ts";
import { DAY } from "#lib/time/instant.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { requireRecentSignIn } from "#server/context/requireRecentSignIn.ts";
import type { Transaction } from "#server/db/connect.ts";
import { accessTokens } from "#server/db/schema/accessTokens.ts";
import { members } from "#server/db/schema/members.ts";
import { lockOpenSession } from "#server/auth/sessions/lockOpenSession.ts";
import { fullBucket } from "#server/auth/tokens/findToken.ts";
import { authoriseTeamChange, requireHolding, requireRole } from "#server/context/teamAuthority.ts";
import { refuseTokenAboveOwnLimit } from "#server/team/refuseTokenAboveOwnLimit.ts";
import { toTokenView } from "./listTokens.ts";
import { hashToken, newTokenText, prefixOf } from "#server/auth/tokenText.ts";

/**
 * Creates a token; audited with its name. The token is shown in this answer only; what is stored is its hash.
 * @throws AppError `forbidden` for a service token without `team.manage`, or with a higher spending limit than the member has;
 * `reauthentication-required`; `validation` for scopes that the member does not have; `unauthenticated` for a session that was ended
 * meanwhile.
 */
export async function createToken(request: MemberRequest, input: CreateTokenRequest): Promise<CreatedToken> {
  if (input.kind === "service") requirePermission(request, "team.manage");
  await requireRecentSignIn(request);
  const secret = newTokenText();
  const now = request.clock.now();
  return request.db.transaction(async (tx) => {
    const member = input.kind === "service" ? await addServiceMember(tx, request, input) : request.actor;
    // After the administrators, as whoever changes a member locks them.
    await lockOpenSession(tx, request);
    const scopes = completed(input.scopes);
    const holders = [request.actor, ...(input.role === undefined ? [] : [{ role: input.role }])];
    const beyond = scopes.filter((scope) => !holders.every((holder) => permits(holder, scope, true)));
    if (beyond.length > 0) {
      const message = `You can't give a token scopes that ${input.role === undefined ? "you" : "you or its role"} don't have here: ${beyond.join(", ")}.`;
      throw new AppError("validation", message, { fields: { scopes: message } });
    }
    if (input.kind === "service" && scopes.includes("orders.place")) {
      await refuseTokenAboveOwnLimit(tx, request.actor.id, {
        id: member.id,
        role: member.role,
        before: null,
      });
    }
    const [row] = await tx
      .insert(accessTokens)
      .values({
        memberId: member.id,
        kind: input.kind,
        name: input.name,
        hash: hashToken(secret),
        prefix: prefixOf(secret),
        scopes,
        createdAt: now,
        createdBy: request.actor.id,
        expiresAt: now + input.expiresInDays * DAY,
        ...fullBucket(now),
      })
      .returning();
    if (!row) throw new Error("The token was not written.");
    await recordAudit(tx, {
      at: now,
      actorId: request.actor.id,
      action: "token.created",
      memberId: member.id,
      details: { name: input.name, kind: input.kind, scopes, days: input.expiresInDays },
    });
    return { token: toTokenView({ token: row, member }), secret };
  });
}

/** Scopes that others need: placing an order checks products and returns the order; other actions on orders require reading them. */
const IMPLIED: Partial<Record<TokenScope, readonly TokenScope[]>> = {
  "orders.place": ["catalog.read", "orders.read"],
  "orders.withdraw": ["orders.read"],
  "codes.reveal": ["orders.read"],
  "codes.find": ["orders.read"],
};

/** The scopes together with those that they need, each once. */
function completed(scopes: readonly TokenScope[]): TokenScope[] {
  const all = new Set(scopes.flatMap((scope) => [scope, ...(IMPLIED[scope] ?? [])]));
  return TOKEN_SCOPES.filter((scope) => all.has(scope));
}

/**
 * The member that a service token acts as: with limits and an audit trail of its own, and with neither a password nor an address
 * to sign in with.
 */
async function addServiceMember(tx: Transaction, request: MemberRequest, { name, role }: CreateTokenRequest) {
  if (role === undefined) throw new Error("A service token has a role.");
  const authority = await authoriseTeamChange(tx, request);
  requireHolding(authority, await requireRole(tx, role));
  const now = request.clock.now();
  const [member] = await tx
    .insert(members)
    .values({ email: serviceAddress(randomUUID()), name, role, createdAt: now, updatedAt: now })
    .returning();
  if (!member) throw new Error("The member was not written.");
  return member;
}
