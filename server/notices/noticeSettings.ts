import "server-only";
import { eq } from "drizzle-orm";
import type { ChangeNoticeSettings, NoticeSettings } from "#lib/contracts/notices/notices.ts";
import {
  channelsOf,
  kindsOf,
  wantedOfCatalog,
  wantsTeamOrders,
  type NoticeChoices,
} from "#lib/notices/audience.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { beginDigests } from "#server/notices/catalog/digestTimes.ts";
import type { Transaction } from "#server/db/connect.ts";
import { noticeChoices } from "#server/db/schema/notices.ts";

/** What the member is told of, and how: the kinds that their role may be told of. */
export async function readNoticeSettings(request: MemberRequest): Promise<NoticeSettings> {
  const { db, actor, mailer } = request;
  const choices = await readChoices(db, actor.id);
  return {
    teamOrders: wantsTeamOrders(actor, choices),
    catalogChanges: wantedOfCatalog(choices),
    // Whether a digest is sent, `catalogChanges` says.
    kinds: kindsOf(actor)
      .filter((kind) => kind !== "catalog.digest")
      .map((kind) => ({ kind, ...channelsOf(actor, choices, kind) })),
    mailTo: mailer === undefined ? null : actor.email,
  };
}

/** Changes the given choices, for events from now on. Kinds that the role may not be told of have no effect until it may. */
export async function changeNoticeSettings(
  request: MemberRequest,
  { teamOrders, catalogChanges, kinds }: ChangeNoticeSettings,
): Promise<NoticeSettings> {
  const { db, actor, clock } = request;
  await db.transaction(async (tx) => {
    const before = await readChoices(tx, actor.id);
    const row = {
      memberId: actor.id,
      teamOrders: teamOrders ?? before.teamOrders ?? null,
      catalogChanges: catalogChanges ?? before.catalogChanges ?? null,
      kinds: { ...before.kinds, ...kinds },
      updatedAt: clock.now(),
    };
    await tx
      .insert(noticeChoices)
      .values(row)
      .onConflictDoUpdate({ target: noticeChoices.memberId, set: row });
    if (catalogChanges === "digest" && before.catalogChanges !== "digest") {
      await beginDigests(tx, actor.id, clock.now());
    }
  });
  return readNoticeSettings(request);
}

async function readChoices(db: MemberRequest["db"] | Transaction, memberId: string): Promise<NoticeChoices> {
  const [row] = await db.select().from(noticeChoices).where(eq(noticeChoices.memberId, memberId));
  return row ?? {};
}
