"use client";

import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Bell } from "lucide";
import type { Notice } from "#lib/contracts/notices/notices.ts";
import { paths } from "#lib/paths.ts";
import { noticesQuery, readNotices } from "#lib/queries/notices.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { PageHeader } from "#components/shell/page/PageHeader.tsx";
import { OlderButton } from "#components/shell/page/OlderButton.tsx";
import { QueryPart } from "#components/shell/page/QueryPart.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import { EmptyState } from "#components/ui/feedback/EmptyState.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { toast } from "#components/ui/feedback/toast.ts";
import { NoticeRow } from "./NoticeRow.tsx";

/** The member's notices, the latest first. */
export function NoticeList() {
  const environment = useEnvironment();
  const client = useQueryClient();
  const list = useInfiniteQuery(noticesQuery(environment));
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const latest = items[0]?.lastAt;
  const readAll = useMutation({
    mutationFn: (until: string) => readNotices(client, environment, { until }),
    onError: (error) =>
      toast("Couldn't mark notices as read", { tone: "refused", detail: asProblem(error).detail }),
  });
  const hasUnread = (list.data?.pages[0]?.unread ?? 0) > 0;
  return (
    <>
      <PageHeader
        title="Notices"
        actions={
          <>
            <TextLink href={paths.settings("notices")}>Change notice settings</TextLink>
            {hasUnread && latest !== undefined ? (
              <Button loading={readAll.isPending} onClick={() => readAll.mutate(latest)}>
                Mark all as read
              </Button>
            ) : null}
          </>
        }
      />
      <QueryPart
        query={list}
        failed="Your notices couldn't be loaded"
        skeleton={<SkeletonRows rows={8} label="Loading your notices" />}
      >
        {() => <Rows items={items} />}
      </QueryPart>
      <OlderButton list={list} of="notices" />
    </>
  );
}

function Rows({ items }: { items: readonly Notice[] }) {
  if (items.length === 0) {
    return (
      <EmptyState icon={Bell} title="No notices yet">
        You are told here when an order needs you, a balance runs low, or something changes about your
        sign-in.
      </EmptyState>
    );
  }
  return (
    <ul aria-label="Notices" className="border-t border-line">
      {items.map((notice) => (
        <NoticeRow key={notice.id} notice={notice} />
      ))}
    </ul>
  );
}
