import type { CatalogNotices } from "#lib/contracts/notices/catalogNotices.ts";
import type { Channels } from "#lib/contracts/notices/notices.ts";
import { NOTICE_KINDS, type NoticeKind } from "#lib/contracts/notices/noticeKinds.ts";
import { permits, type Holder } from "#lib/members/roles.ts";
import { KINDS } from "./kinds.ts";

/** A member's choices. Where one is absent, the default of the role applies. */
export type NoticeChoices = {
  teamOrders?: boolean | null | undefined;
  catalogChanges?: CatalogNotices | null | undefined;
  kinds?: Partial<Record<NoticeKind, Channels>> | undefined;
};

/** A member with their permissions in the environment of the event. */
export type Reader = Holder & { id: string };

/** Whom an event concerns. */
export type Concerned = {
  /** The member whom it concerns: who confirmed the order, who asked, or whose sign-in it is. */
  memberId: string | null;
  /** If that is the member of a service token: who created the token, and so decides on nothing that it asks for. */
  tokenBy?: string | null;
  /** The only members whom it concerns, of those that its kind does; absent: all of them. */
  only?: readonly string[];
  /** Whether something of the reader's is affected. */
  affectsReader?: boolean;
};

/** The kinds that somebody may be told of. */
export function kindsOf(holder: Holder): NoticeKind[] {
  return NOTICE_KINDS.filter((kind) => mayBeTold(holder, kind));
}

/** Whether their role allows them to know what a notice of this kind tells. */
export function mayBeTold(holder: Holder, kind: NoticeKind): boolean {
  const { permission } = KINDS[kind];
  return permission === null || permits(holder, permission);
}

/** Whether a member is told of the whole team's orders. By default, members who look after them are, and those who place none. */
export function wantsTeamOrders(holder: Holder, { teamOrders }: NoticeChoices): boolean {
  return teamOrders ?? (permits(holder, "settings.change") || !permits(holder, "orders.place"));
}

/** What a member wants to be told of changes of the catalog. */
export function wantedOfCatalog({ catalogChanges }: NoticeChoices): CatalogNotices {
  return catalogChanges ?? "mine";
}

/** The channels on which a member wants a kind. Good news goes only to those who wait for it. */
export function channelsOf(holder: Holder, choices: NoticeChoices, kind: NoticeKind): Channels {
  const isRoutine = kind === "order.completed" && wantsTeamOrders(holder, {});
  const chosen = choices.kinds?.[kind] ?? { dashboard: !isRoutine, mail: KINDS[kind].isMailed };
  const wanted = wantedOfCatalog(choices);
  switch (kind) {
    case "catalog.changed":
      return { dashboard: chosen.dashboard && wanted !== "off", mail: chosen.mail && wanted === "mine" };
    case "catalog.digest":
      return { dashboard: false, mail: wanted === "digest" };
    default:
      return chosen;
  }
}

/** The channels on which a member is told of an event; null: they are not told. */
export function tells(
  reader: Reader,
  choices: NoticeChoices,
  event: { kind: NoticeKind } & Concerned,
): Channels | null {
  if (!mayBeTold(reader, event.kind) || !concerns(reader, choices, event)) return null;
  const channels = channelsOf(reader, choices, event.kind);
  return channels.dashboard || channels.mail ? channels : null;
}

function concerns(reader: Reader, choices: NoticeChoices, event: { kind: NoticeKind } & Concerned): boolean {
  if (event.only?.includes(reader.id) === false) return false;
  const isAboutThem = event.memberId === reader.id;
  switch (KINDS[event.kind].audience) {
    case "orders":
      return isAboutThem || wantsTeamOrders(reader, choices);
    case "others":
      return !isAboutThem && event.tokenBy !== reader.id;
    case "member":
      return isAboutThem;
    case "owners":
      return event.affectsReader === true;
    case "everybody":
      return true;
  }
}
