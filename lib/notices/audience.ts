import type { Channels } from "#lib/contracts/notices.ts";
import { NOTICE_KINDS, type NoticeKind } from "#lib/contracts/noticeKinds.ts";
import { permits, type Holder } from "#lib/members/roles.ts";
import { KINDS } from "./kinds.ts";

/** What a member has chosen. What is absent is as it is for everybody of the role. */
export type NoticeChoices = {
  teamOrders?: boolean | null | undefined;
  kinds?: Partial<Record<NoticeKind, Channels>> | undefined;
};

/** A member, with what they hold in the environment of the event. */
export type Reader = Holder & { id: string };

/** Whom an event concerns. */
export type Concerned = {
  /** The member whom it is about: who confirmed the order, who asked, whose sign-in it is. */
  memberId: string | null;
};

/** The kinds that somebody may be told of. */
export function kindsOf(holder: Holder): NoticeKind[] {
  return NOTICE_KINDS.filter((kind) => mayBeTold(holder, kind));
}

/** Whether their role allows what a notice of this kind tells. */
export function mayBeTold(holder: Holder, kind: NoticeKind): boolean {
  const { permission } = KINDS[kind];
  return permission === null || permits(holder, permission);
}

/** Whether a member hears of the whole team's orders. Unless they chose: those who look after them, or place none. */
export function wantsTeamOrders(holder: Holder, { teamOrders }: NoticeChoices): boolean {
  return teamOrders ?? (permits(holder, "settings.change") || !permits(holder, "orders.place"));
}

/** On which channels a member wants a kind. That all is well is news to whoever waits for it, and to nobody else. */
export function channelsOf(holder: Holder, choices: NoticeChoices, kind: NoticeKind): Channels {
  const isRoutine = kind === "order.completed" && wantsTeamOrders(holder, {});
  return choices.kinds?.[kind] ?? { dashboard: !isRoutine, mail: KINDS[kind].isMailed };
}

/** On which channels a member is told of an event; null: not at all. */
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
  const isAboutThem = event.memberId === reader.id;
  switch (KINDS[event.kind].audience) {
    case "orders":
      return isAboutThem || wantsTeamOrders(reader, choices);
    case "others":
      return !isAboutThem;
    case "member":
      return isAboutThem;
    case "everybody":
      return true;
  }
}
