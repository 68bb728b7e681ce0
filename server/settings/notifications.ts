import "server-only";
import { eq } from "drizzle-orm";
import type { Notifications } from "#lib/contracts/notices/notifications.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { members } from "#server/db/schema/members.ts";

/** The member's desktop notifications, for every device on which the browser allows them. */
export async function readNotifications({ db, actor }: MemberRequest): Promise<Notifications> {
  const [row] = await db
    .select({ whenReady: members.notifyWhenReady })
    .from(members)
    .where(eq(members.id, actor.id));
  return { whenReady: row?.whenReady ?? false };
}

export async function saveNotifications(
  request: MemberRequest,
  { whenReady }: Notifications,
): Promise<Notifications> {
  await request.db
    .update(members)
    .set({ notifyWhenReady: whenReady })
    .where(eq(members.id, request.actor.id));
  return readNotifications(request);
}
