"use client";

import { useQuery } from "@tanstack/react-query";
import { Bell } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import { usePathname } from "next/navigation";
import { paths } from "#lib/paths.ts";
import { unreadNoticesQuery } from "#lib/queries/notices.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { LinkButton } from "#components/ui/actions/LinkButton.tsx";

/** A larger number is not worth the space. */
const MOST_SHOWN = 99;

/** A link to the notices, with the number of unread ones. */
export function NoticeBell() {
  const { data } = useQuery(unreadNoticesQuery(useEnvironment()));
  const isHere = usePathname() === paths.notices();
  const unread = data?.unread ?? 0;
  const name = unread === 0 ? "Notices" : counted(unread, "unread notice", "unread notices");
  return (
    <LinkButton
      href={paths.notices()}
      variant="quiet"
      aria-label={name}
      aria-current={isHere ? "page" : undefined}
      title={name}
      className="relative size-8 px-0"
    >
      <Icon shape={Bell} className="size-4 shrink-0" />
      {unread === 0 ? null : (
        <span
          aria-hidden
          className="absolute -end-1 -top-1 min-w-4 rounded-full bg-accent px-1 text-center text-[0.625rem] leading-4 font-semibold text-accent-on tabular-nums"
        >
          {unread > MOST_SHOWN ? `${formatCount(MOST_SHOWN)}+` : formatCount(unread)}
        </span>
      )}
    </LinkButton>
  );
}
