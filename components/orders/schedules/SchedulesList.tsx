"use client";

import { useQuery } from "@tanstack/react-query";
import { CalendarClock } from "lucide";
import type { ScheduleView } from "#lib/contracts/orders/schedules.ts";
import { paths } from "#lib/paths.ts";
import { schedulesQuery } from "#lib/queries/orders/schedules.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { PageHeader } from "#components/shell/page/PageHeader.tsx";
import { QueryPart } from "#components/shell/page/QueryPart.tsx";
import { usePermission } from "#components/shell/viewer/ViewerProvider.tsx";
import { LinkButton } from "#components/ui/actions/LinkButton.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import { EmptyState } from "#components/ui/feedback/EmptyState.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { ScheduleSection } from "./ScheduleSection.tsx";

/** The team's schedules: what each orders, its next dates, and dates that wait for an answer. */
export function SchedulesList() {
  const query = useQuery(schedulesQuery(useEnvironment()));
  return (
    <>
      <PageHeader
        above={<TextLink href={paths.orders()}>Orders</TextLink>}
        title="Schedules"
        description="Orders that recur. Each date is ordered once, at the prices of that day, within the limits of its owner."
        actions={<LinkButton href={paths.reports()}>Reports</LinkButton>}
      />
      <QueryPart
        query={query}
        failed="Schedules couldn't be loaded"
        skeleton={<SkeletonRows rows={4} label="Loading schedules" />}
      >
        {({ schedules }) => <Schedules schedules={schedules} />}
      </QueryPart>
    </>
  );
}

function Schedules({ schedules }: { schedules: readonly ScheduleView[] }) {
  const maySchedule = usePermission("schedules.manage");
  if (schedules.length > 0)
    return schedules.map((schedule) => <ScheduleSection key={schedule.id} schedule={schedule} />);
  return (
    <EmptyState
      icon={CalendarClock}
      title="No schedules yet"
      actions={maySchedule ? <LinkButton href={paths.templates()}>View templates</LinkButton> : null}
    >
      Save an order as a template, then schedule it.
    </EmptyState>
  );
}
