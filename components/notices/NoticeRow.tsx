"use client";

import { useQueryClient } from "@tanstack/react-query";
import type { Notice } from "#lib/contracts/notices/notices.ts";
import { noticeAdvice, noticeHref, orderedWords } from "#lib/notices/words.ts";
import { readNotices } from "#lib/queries/notices.ts";
import { counted } from "#lib/text/counts.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { RecentTime } from "#components/time/RecentTime.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import { cx } from "#components/ui/cx.ts";
import { Icon } from "#components/ui/display/Icon.tsx";
import { TONE_TEXT } from "#components/ui/display/tones.ts";
import { NOTICE_LOOKS } from "./noticeLooks.ts";
import { NoticeTitle } from "./NoticeTitle.tsx";

/** One notice. The whole row is a link to what it is about, and opening it marks the notice as read. */
export function NoticeRow({ notice }: { notice: Notice }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const { icon, tone } = NOTICE_LOOKS[notice.kind];
  function follow() {
    // The page opens even if this fails; the notice then stays unread.
    if (!notice.read) readNotices(client, environment, { ids: [notice.id] }).catch(() => undefined);
  }
  return (
    <li className="relative grid grid-cols-[1rem_minmax(0,1fr)] gap-x-3 border-b border-line py-2.5 hover:bg-surface sm:grid-cols-[1rem_minmax(0,1fr)_max-content]">
      <Icon shape={icon} className={cx("mt-0.5 size-4", TONE_TEXT[tone])} />
      <div className="min-w-0">
        <TextLink
          stretched
          href={noticeHref(notice)}
          onClick={follow}
          className={cx("wrap-anywhere", notice.read && "font-normal")}
        >
          <NoticeTitle notice={notice} />
        </TextLink>
        {notice.read ? null : (
          <span className="ms-2 inline-block size-2 rounded-full bg-accent">
            <span className="sr-only">Unread</span>
          </span>
        )}
        <Named notice={notice} />
        <p className="text-[0.8125rem] text-ink-faint">{noticeAdvice(notice.kind)}</p>
      </div>
      <span className="text-[0.8125rem] whitespace-nowrap text-ink-faint max-sm:col-start-2">
        <RecentTime at={notice.lastAt} />
      </span>
    </li>
  );
}

/** What was ordered; for several orders, the first of them; the products that changed. */
function Named({ notice: { count, subjects } }: { notice: Notice }) {
  const [first] = subjects;
  if (count === 1) {
    if (first?.catalog !== undefined) {
      const { named, products } = first.catalog;
      return <FirstNames names={named.map(({ name }) => name)} count={products} />;
    }
    const ordered = orderedWords(first ?? {});
    return ordered === undefined ? null : (
      <p translate="no" className="text-[0.8125rem] wrap-anywhere text-ink-soft">
        {ordered}
      </p>
    );
  }
  const names = subjects.flatMap(({ reference, currency, event }) => reference ?? currency ?? event ?? []);
  return <FirstNames names={names} count={count} />;
}

function FirstNames({ names, count }: { names: readonly string[]; count: number }) {
  if (names.length === 0) return null;
  const more = count - names.length;
  return (
    <p className="text-[0.8125rem] wrap-anywhere text-ink-soft">
      <bdi translate="no">{names.join(", ")}</bdi>
      {more > 0 ? ` and ${counted(more, "more", "more")}` : ""}
    </p>
  );
}
