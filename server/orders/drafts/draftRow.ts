import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import { EMPTY_DRAFT } from "#lib/orders/drafts/draftRules.ts";
import type { DeskRequest } from "#server/context/context.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { DeskError } from "#server/context/errors.ts";
import { drafts } from "#server/db/schema/orders.ts";

export type DraftRow = typeof drafts.$inferSelect;

/** The drafts that this member may see and change here: their own ones of this environment. */
export function ownDrafts(request: DeskRequest) {
  return and(eq(drafts.memberId, request.actor.id), eq(drafts.environment, request.environment));
}

/** @throws DeskError `not-found` for a draft that does not exist, or belongs to somebody else. */
export async function requireDraft(
  request: DeskRequest,
  id: string,
  db: Database | Transaction = request.db,
): Promise<DraftRow> {
  const [row] = await db
    .select()
    .from(drafts)
    .where(and(ownDrafts(request), eq(drafts.id, id)));
  if (row !== undefined) return row;
  throw new DeskError("not-found", "This draft no longer exists. Open the list of your drafts.");
}

/** The draft that the catalog adds to. Made when it is first read, so that a draft has its id from the start. */
export async function mainDraft(request: DeskRequest): Promise<DraftRow> {
  const find = () =>
    request.db
      .select()
      .from(drafts)
      .where(and(ownDrafts(request), isNull(drafts.origin)));
  const [known] = await find();
  if (known !== undefined) return known;
  await request.db
    .insert(drafts)
    .values({
      memberId: request.actor.id,
      environment: request.environment,
      draft: EMPTY_DRAFT,
      version: 0,
      savedAt: null,
    })
    .onConflictDoNothing();
  const [made] = await find();
  if (made === undefined) throw new Error("a draft that was just made is gone");
  return made;
}
