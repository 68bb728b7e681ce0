import "server-only";
import { and, eq, isNull, sql } from "drizzle-orm";
import { importedRows, type RowPrints } from "#lib/orders/references/importedLineId.ts";
import { EMPTY_DRAFT } from "#lib/orders/drafts/draftRules.ts";
import type { MemberRequest } from "#server/context/context.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { draftsVisibleTo } from "#server/db/draftsVisibleTo.ts";
import { AppError } from "#server/context/errors.ts";
import { drafts } from "#server/db/schema/orders.ts";

export type DraftRow = typeof drafts.$inferSelect;

/** This member's own drafts of this environment. */
export function ownDrafts(request: MemberRequest) {
  return and(
    eq(drafts.memberId, request.actor.id),
    eq(drafts.environment, request.environment),
    isNull(drafts.deletedAt),
  );
}

/** The drafts that this member may see and change here: their own, and those that are shared with the team. */
export function visibleDrafts({ actor, environment }: MemberRequest) {
  return draftsVisibleTo(actor.id, environment);
}

/** @throws AppError `not-found` for a draft that does not exist, was deleted, or is somebody else's and not shared. */
export async function requireDraft(
  request: MemberRequest,
  id: string,
  db: Database | Transaction = request.db,
): Promise<DraftRow> {
  const [row] = await db
    .select()
    .from(drafts)
    .where(and(visibleDrafts(request), eq(drafts.id, id)));
  if (row !== undefined) return row;
  throw new AppError("not-found", "This draft no longer exists. Open the list of your drafts.");
}

/** Where lines of a draft come from: the order whose lines they order again, and the rows of imported tables. */
export type LineOrigins = { origin: string | null; rows: readonly RowPrints[] };

/** Of a draft that does not exist, or that this member can't see, only what the ids of lines say. */
export async function originsOfLines(
  request: MemberRequest,
  draftId: string | undefined,
  lineIds: readonly string[],
): Promise<LineOrigins> {
  const ofIds = lineIds.map((id) => ({ id }));
  if (draftId === undefined) return { origin: null, rows: importedRows(ofIds) };
  // Most lines say it by their ids; only those of merged lines are read.
  const merged = sql<{ id: string; rows: string[] }[]>`coalesce((select jsonb_agg(line) from
    jsonb_array_elements(${drafts.draft}->'lines') as line where line ? 'rows'), '[]'::jsonb)`;
  const [row] = await request.db
    .select({ origin: drafts.origin, merged })
    .from(drafts)
    .where(and(visibleDrafts(request), eq(drafts.id, draftId)));
  const rowsById = new Map(row?.merged.map(({ id, rows }) => [id, rows]));
  return {
    origin: row?.origin ?? null,
    rows: importedRows(ofIds.map(({ id }) => ({ id, rows: rowsById.get(id) }))),
  };
}

/** The answer to a save of an older version: reading the draft again offers the current one. */
export function draftChanged(): AppError {
  return new AppError("conflict", "This draft was changed elsewhere. Reload it before saving.");
}

/** The draft that the catalog adds to. It is created when it is first read, so that a draft always has an id. */
export async function mainDraft(request: MemberRequest): Promise<DraftRow> {
  const find = () =>
    request.db
      .select()
      .from(drafts)
      .where(and(ownDrafts(request), isNull(drafts.origin), isNull(drafts.name)));
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

/**
 * Reads a draft and locks it until the transaction ends.
 * @throws AppError `not-found`.
 */
export async function lockDraft(tx: Transaction, request: MemberRequest, id: string): Promise<DraftRow> {
  const [row] = await tx
    .select()
    .from(drafts)
    .where(and(visibleDrafts(request), eq(drafts.id, id)))
    .for("update");
  return row ?? requireDraft(request, id, tx);
}
