"use client";

import { useQuery } from "@tanstack/react-query";
import type { ServiceState } from "#lib/contracts/service/serviceState.ts";
import { serviceStateQuery } from "#lib/queries/serviceState.ts";
import { LONGEST_WAITING } from "#lib/orders/lifecycle/sendingDeadline.ts";
import { LONG_WAIT } from "#lib/time/longWait.ts";
import { HOUR, SECOND } from "#lib/time/instant.ts";
import { isRefusedOnTheWay } from "#lib/orders/lines/refusedOnTheWay.ts";
import { DateTime } from "#components/time/DateTime.tsx";
import { RelativeTime } from "#components/time/RelativeTime.tsx";
import { useNow } from "#components/time/useNow.ts";
import { usePermission } from "#components/shell/viewer/ViewerProvider.tsx";
import { TryOneCall } from "./TryOneCall.tsx";
import { Banner } from "#components/ui/feedback/Banner.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";

/** A shorter wait is over before anybody has read about it. */
const WORTH_TELLING = 15 * SECOND;
/** Near the longest wait of an order, nobody can say whether it will be sent. */
const WORTH_SAYING = HOUR;

/**
 * Shown on every page while the service is unreachable, has asked us to wait, or refuses orders of the account: says so, and what
 * it means.
 */
export function ServiceNotice() {
  const { data } = useQuery(serviceStateQuery(useEnvironment()));
  if (data === undefined) return null;
  return (
    <>
      {data.orderingRefused === null ? null : <OrderingRefused {...data.orderingRefused} />}
      <Availability {...data} />
    </>
  );
}

/** The service refuses orders of the whole account, which everybody should know before building one. */
function OrderingRefused({ refusal, at }: NonNullable<ServiceState["orderingRefused"]>) {
  const isOnTheWay = isRefusedOnTheWay(refusal);
  return (
    <Banner
      tone="refused"
      className="print-hidden mb-5"
      title={
        <>
          {isOnTheWay
            ? "An order was refused on the way to the service"
            : "The service has rejected an order for the whole account"}{" "}
          (<RelativeTime at={at} />)
        </>
      }
    >
      {isOnTheWay ? "Response" : "Service response"} ({refusal.statusCode} {refusal.error}):{" "}
      <span className="font-medium wrap-anywhere">{refusal.message}</span> New orders may be
      {isOnTheWay ? " refused" : " rejected"} too.{" "}
      {refusal.requestId === undefined ? null : (
        <>
          Request ID:{" "}
          <bdi translate="no" className="font-mono">
            {refusal.requestId}
          </bdi>
          .{" "}
        </>
      )}
      This notice goes away when an order is accepted again.
    </Banner>
  );
}

function Availability({ unreachableSince, waitingUntil }: ServiceState) {
  const mayTry = usePermission("settings.change");
  const now = useNow(SECOND);
  if (unreachableSince !== null) {
    return (
      <Banner
        tone="unknown"
        className="print-hidden mb-5"
        title={
          <>
            The service hasn't answered since <DateTime at={unreachableSince} /> (
            <RelativeTime at={unreachableSince} />)
          </>
        }
      >
        Pages show data from before then. Confirmed orders are saved and continue automatically when the
        service answers again.
      </Banner>
    );
  }
  if (waitingUntil === null || Date.parse(waitingUntil) - now < WORTH_TELLING) return null;
  return (
    <Banner
      tone="unknown"
      className="print-hidden mb-5"
      title={
        <>
          The service asked us to wait until <DateTime at={waitingUntil} />
        </>
      }
      actions={
        mayTry && Date.parse(waitingUntil) - now > LONG_WAIT ? (
          <TryOneCall waitingUntil={waitingUntil} />
        ) : null
      }
    >
      Nothing is sent before then.{" "}
      {Date.parse(waitingUntil) - now < LONGEST_WAITING - WORTH_SAYING
        ? "Confirmed orders are saved and continue automatically."
        : "Confirmed orders are saved and wait for a day at most. After that, they aren't sent, and you're asked to order again."}
    </Banner>
  );
}
