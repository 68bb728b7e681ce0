import { DAY, toIso } from "#lib/time/instant.ts";
import { dispatchNotices } from "#server/notices/dispatchNotices.ts";
import { gatherNotices } from "#server/notices/gatherNotices.ts";
import { readNotices } from "#server/notices/listNotices.ts";
import { EVERYBODY } from "./people.ts";
import type { PlayedWorld } from "./playedWorld.ts";

/** The members of the history have read notices that are older than this. */
const RECENT_MS = DAY;

/** Makes the notices of everything that has happened, and marks them as read except those of the last day. */
export async function readOldNotices({ program, now, as }: PlayedWorld): Promise<void> {
  while ((await gatherNotices(program)) > 0);
  // The history has no mail server and no webhooks.
  const nowhere = { mail: async () => undefined, deliver: async () => undefined };
  while ((await dispatchNotices(program, nowhere)) > 0);
  const until = toIso(now() - RECENT_MS);
  for (const who of EVERYBODY) await readNotices(await as(who), { until });
}
