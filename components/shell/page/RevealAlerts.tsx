"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { revealAlertsQuery } from "#lib/queries/codes.ts";
import { counted } from "#lib/text/counts.ts";
import { paths } from "#lib/paths.ts";
import { DateTime } from "#components/time/DateTime.tsx";
import { Banner } from "#components/ui/feedback/Banner.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { usePermission } from "#components/shell/viewer/ViewerProvider.tsx";
import { WithValues } from "#components/ui/display/WithValues.tsx";

/** Tells administrators that a limit on revealing codes was nearly used up within the last day; nothing for other members. */
export function RevealAlerts() {
  const isAdministrator = usePermission("audit.read");
  const { data } = useQuery({ ...revealAlertsQuery(useEnvironment()), enabled: isAdministrator });
  if (!isAdministrator || data === undefined || data.alerts.length === 0) return null;
  return (
    <Banner
      tone="unknown"
      className="print-hidden mb-5"
      title="An unusual number of codes was revealed in the last 24 hours"
    >
      <ul>
        {data.alerts.map(({ id, at, scope, member, limit }) => (
          <li key={id}>
            <DateTime at={at} />: <WithValues text={member ?? "A member"} values={[member]} />{" "}
            {scope === "member"
              ? `almost reached the limit of ${counted(limit, "code", "codes")} an hour for one member.`
              : `brought the team close to its limit of ${counted(limit, "code", "codes")} an hour.`}
          </li>
        ))}
      </ul>
      <p>
        If you don&apos;t know why, disable the member or end their sessions in{" "}
        <Link href={paths.team()}>Team</Link>. What was revealed is in the{" "}
        <Link href={paths.audit()}>audit log</Link>.
      </p>
    </Banner>
  );
}
