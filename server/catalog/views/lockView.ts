import "server-only";
import { and, eq, or } from "drizzle-orm";
import { permits } from "#lib/members/roles.ts";
import type { MemberRequest } from "#server/context/context.ts";
import type { Transaction } from "#server/db/connect.ts";
import { savedViews } from "#server/db/schema/favourites.ts";
import { AppError } from "#server/context/errors.ts";

export type ViewRow = typeof savedViews.$inferSelect;

/** Members may change their own views. A team's view may be changed by the member who shared it and by administrators. */
export function mayChange(request: MemberRequest, view: Pick<ViewRow, "shared" | "memberId">): boolean {
  const { actor } = request;
  if (!view.shared) return view.memberId === actor.id;
  return permits(actor, "catalog.share") && (view.memberId === actor.id || permits(actor, "team.manage"));
}

/**
 * Locks a view that this member may change until the transaction ends. Other members' own views count as not found.
 * @throws AppError `forbidden`, `not-found`.
 */
export async function lockView(tx: Transaction, request: MemberRequest, viewId: string): Promise<ViewRow> {
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
  if (!view) throw new AppError("not-found", "This view no longer exists. Reload the page.");
  if (mayChange(request, view)) return view;
  throw new AppError(
    "forbidden",
    "Only the member who shared this view or an administrator can change it. Save your own view instead.",
  );
}
