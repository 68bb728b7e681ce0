import "server-only";
import { and, eq, or } from "drizzle-orm";
import { permits } from "#lib/members/roles.ts";
import type { DeskRequest } from "#server/context/context.ts";
import type { Transaction } from "#server/db/connect.ts";
import { savedViews } from "#server/db/schema/favourites.ts";
import { DeskError } from "#server/context/errors.ts";

export type ViewRow = typeof savedViews.$inferSelect;

/** One's own as one likes; the team's by who shared it, or by who manages the team. */
export function mayChange(request: DeskRequest, view: Pick<ViewRow, "shared" | "memberId">): boolean {
  const { id, role } = request.actor;
  if (!view.shared) return view.memberId === id;
  return permits(role, "catalog.share") && (view.memberId === id || permits(role, "team.manage"));
}

/**
 * One view that this member may change, held until the transaction ends. Another member's own is as if it were not there.
 * @throws DeskError `forbidden`, `not-found`.
 */
export async function reachView(tx: Transaction, request: DeskRequest, viewId: string): Promise<ViewRow> {
  const [view] = await tx
    .select()
    .from(savedViews)
    .where(
      and(
        eq(savedViews.id, viewId),
        eq(savedViews.environment, request.environment),
        or(savedViews.shared, eq(savedViews.memberId, request.actor.id)),
      ),
    )
    .for("update");
  if (!view) throw new DeskError("not-found", "This view is gone: somebody has deleted it.");
  if (mayChange(request, view)) return view;
  throw new DeskError(
    "forbidden",
    "A view of the team is changed by whoever shared it, or by an administrator. Save one of your own instead.",
  );
}
