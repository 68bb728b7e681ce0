import "server-only";
import { eq } from "drizzle-orm";
import type { Transaction } from "#server/db/connect.ts";
import { sessions } from "#server/db/schema/members.ts";

/** Which browser a session was opened in, for the audit record of what was done there; nothing if that is not known. */
export async function deviceOfSession(
  tx: Transaction,
  sessionId: string | undefined,
): Promise<{ device?: string }> {
  if (sessionId === undefined) return {};
  const [session] = await tx
    .select({ device: sessions.device })
    .from(sessions)
    .where(eq(sessions.id, sessionId));
  return session?.device == null ? {} : { device: session.device };
}
