"use client";

import { useQuery } from "@tanstack/react-query";
import type { Environment } from "#lib/contracts/environment.ts";
import { daysLeft } from "#lib/overview/runway.ts";
import { overviewQuery } from "#lib/queries/overview.ts";
import { counted } from "#lib/text/counts.ts";
import { Badge } from "#components/ui/display/Badge.tsx";

/** With fewer days left, somebody should top up soon, or at once. */
const SOON = 7;
const AT_ONCE = 2;

/** How long an amount lasts at the average spend of the last 30 days, louder the sooner that is; nothing if nothing is spent. */
export function DaysLeft({
  currency,
  amount,
  environment,
}: {
  currency: string;
  /** Minor units. */
  amount: number;
  environment: Environment;
}) {
  const { data } = useQuery(overviewQuery(environment, 30));
  const spent = data?.spend.find((each) => each.currency === currency);
  const left = spent === undefined ? null : daysLeft(amount, spent.days);
  if (left === null) return null;
  const text =
    left > 999 ? `More than ${counted(999, "day", "days")} left` : `${counted(left, "day", "days")} left`;
  if (left < SOON) return <Badge tone={left < AT_ONCE ? "refused" : "partial"}>{text}</Badge>;
  return <span className="text-xs leading-4 font-normal text-ink-faint">{text}</span>;
}
