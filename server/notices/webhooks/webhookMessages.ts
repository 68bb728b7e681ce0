import "server-only";
import type { Environment } from "#lib/contracts/environment.ts";
import type { NoticeKind } from "#lib/contracts/notices/noticeKinds.ts";
import type { NoticeSubject } from "#lib/contracts/notices/notices.ts";
import { noticeLink, noticeTitle } from "#lib/notices/words.ts";
import { toIso, type Instant } from "#lib/time/instant.ts";

type Told = {
  kind: NoticeKind;
  environment: Environment | null;
  count: number;
  subjects: readonly NoticeSubject[];
  firstAt: Instant;
  lastAt: Instant;
};

/** The message to a webhook (Standard Webhooks: type, timestamp, data). It names things, and never contains a code, a key or an amount. */
export function noticeMessage(notice: Told, now: Instant, ownAddress: string | undefined): string {
  const { kind, environment, count, subjects, firstAt, lastAt } = notice;
  return JSON.stringify({
    type: kind,
    timestamp: toIso(now),
    data: {
      environment,
      title: noticeTitle(notice),
      count,
      orders: subjects.flatMap(({ reference }) => reference ?? []),
      currencies: subjects.flatMap(({ currency }) => currency ?? []),
      firstAt: toIso(firstAt),
      lastAt: toIso(lastAt),
      ...(ownAddress === undefined ? {} : { url: noticeLink(notice, ownAddress) }),
    },
  });
}

/** What is sent to try a webhook. */
export function testMessage(environment: Environment, now: Instant): string {
  return JSON.stringify({
    type: "test",
    timestamp: toIso(now),
    data: { environment, title: "A test by Codedesk" },
  });
}
