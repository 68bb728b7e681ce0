import "server-only";
import { and, asc, eq, isNull } from "drizzle-orm";
import { permits } from "#lib/members/roles.ts";
import type { Database, Transaction } from "#server/context/context.ts";
import { members } from "#server/db/schema/members.ts";
import { DeskError } from "#server/context/errors.ts";

/**
 * Holds all active administrators until the transaction ends, so that two of them cannot take each other's
 * place at once and leave nobody, and checks that the actor still is one.
 * @param actorId null: the operator at the machine itself, who may do anything.
 * @returns the ids of the active administrators.
 * @throws DeskError `forbidden`.
 */
export async function authoriseTeamChange(tx: Transaction, actorId: string | null): Promise<string[]> {
  const managers = await tx
    .select({ id: members.id, role: members.role })
    .from(members)
    .where(and(eq(members.role, "admin"), isNull(members.disabledAt)))
    .orderBy(asc(members.id))
    .for("no key update");
  const allowed =
    actorId === null || managers.some(({ id, role }) => id === actorId && permits(role, "team.manage"));
  if (!allowed) throw new DeskError("forbidden", "Only an administrator may change the team.");
  return managers.map(({ id }) => id);
}

/**
 * The same for looking only: nobody has to wait.
 * @throws DeskError `forbidden`.
 */
export async function authoriseTeamRead(db: Pick<Database, "select">, actorId: string | null): Promise<void> {
  if (actorId === null) return;
  const [actor] = await db
    .select({ role: members.role })
    .from(members)
    .where(and(eq(members.id, actorId), isNull(members.disabledAt)));
  if (actor && permits(actor.role, "team.manage")) return;
  throw new DeskError("forbidden", "Only an administrator may see the team.");
}
