import type { NoticeSubject } from "#lib/contracts/notices/notices.ts";
import type { NoticeKind } from "#lib/contracts/notices/noticeKinds.ts";
import type { Instant } from "#lib/time/instant.ts";
import { KINDS } from "./kinds.ts";

/** What has been gathered so far of one kind, for one recipient. */
export type Gathered = {
  count: number;
  /** The first of them. */
  subjects: NoticeSubject[];
  firstAt: Instant;
  lastAt: Instant;
  /** Until then it gathers events; then it is sent. */
  dueAt: Instant;
};

export type Happening = { kind: NoticeKind; at: Instant; subject: NoticeSubject };

/** Whether an event is added to the latest notice of its kind, because that still gathers. */
export function joins(latest: Gathered & { isSent: boolean }, { at }: Happening): boolean {
  return !latest.isSent && at <= latest.dueAt;
}

/**
 * Adds an event to a notice. A subject that is already listed is not counted again; up to `named` subjects are listed, the others
 * are only counted.
 */
export function join(gathered: Gathered, { at, subject }: Happening, named: number): Gathered {
  const isKnown = gathered.subjects.some((each) => isSame(each, subject));
  const subjects =
    isKnown || gathered.subjects.length >= named ? gathered.subjects : [...gathered.subjects, subject];
  return {
    ...gathered,
    subjects,
    count: gathered.count + (isKnown ? 0 : 1),
    firstAt: Math.min(gathered.firstAt, at),
    lastAt: Math.max(gathered.lastAt, at),
  };
}

/** A new notice, which is sent after the cool-down of the previous one. */
export function begin({ kind, at, subject }: Happening, before: { dueAt: Instant } | null): Gathered {
  const { gatherMs, coolDownMs } = KINDS[kind];
  const dueAt = Math.max(at + gatherMs, before === null ? 0 : before.dueAt + coolDownMs);
  return { count: 1, subjects: [subject], firstAt: at, lastAt: at, dueAt };
}

function isSame(one: NoticeSubject, other: NoticeSubject): boolean {
  return (
    (["reference", "member", "currency", "event"] as const).every((name) => one[name] === other[name]) &&
    one.catalog?.syncRunId === other.catalog?.syncRunId
  );
}
