import type { ReactNode } from "react";
import { referenceOf } from "#lib/orders/references/referenceOf.ts";
import type { CodeTrace, FoundCode } from "#lib/contracts/codes/lookUp.ts";
import { describeOrder } from "#lib/text/describeOrder.ts";
import { formatCount } from "#lib/text/counts.ts";
import { paths } from "#lib/paths.ts";
import { StateBadge } from "#components/orderSummary/StateBadge.tsx";
import { ClaimButton } from "#components/shell/claims/ClaimButton.tsx";
import { DateTime } from "#components/time/DateTime.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import { Badge } from "#components/ui/display/Badge.tsx";

/** The orders of a code that was searched for, each with what is known of the code. */
export function FoundOrders({ orders }: Pick<FoundCode, "orders">) {
  return (
    <ul className="flex flex-col gap-4">
      {orders.map((order) => {
        const reference = referenceOf(order);
        return (
          <li key={reference}>
            {order.code === null ? (
              <bdi translate="no" className="block font-medium wrap-anywhere">
                {describeOrder(order)}
              </bdi>
            ) : (
              <Trace code={order.code} reference={reference} />
            )}
            <p className="mt-1 flex flex-wrap items-center gap-x-2">
              <TextLink
                translate="no"
                href={paths.order(reference)}
                className="font-mono text-[0.8125rem] wrap-anywhere"
              >
                {reference}
              </TextLink>
              <StateBadge {...order} />
            </p>
          </li>
        );
      })}
    </ul>
  );
}

function Trace({
  reference,
  code: { number, of, productName, productId, handedOut, exposure, seen },
}: {
  reference: string;
  code: CodeTrace;
}) {
  return (
    <>
      <p className="font-medium wrap-anywhere">
        <bdi translate="no">{productName ?? `Product ${productId ?? ""}`}</bdi>
      </p>
      <p className="text-ink-soft">
        Code {formatCount(number)} of {formatCount(of)}
      </p>
      {handedOut === null ? (
        <p>Not handed out</p>
      ) : (
        <p className="wrap-anywhere">
          Handed out to{" "}
          <bdi translate="no" className="font-medium">
            {handedOut.customerReference}
          </bdi>{" "}
          {handedOut.state === "disputed" ? <Badge tone="partial">Disputed</Badge> : null}
          <By name={handedOut.takenBy} at={handedOut.takenAt} />
        </p>
      )}
      {seen.map(({ by, at, how }) => (
        <p key={`${how} ${at} ${by}`}>
          {how === "revealed" ? "Revealed" : "Exported"}
          <By name={by} at={at} />
        </p>
      ))}
      {seen.length > 0 ? null : <NobodyNamed exposure={exposure} isHandedOut={handedOut !== null} />}
      <ClaimButton code={{ order: reference, number }} />
    </>
  );
}

function By({ name, at }: { name: string; at: string }) {
  return (
    <span className="block text-[0.8125rem] text-ink-faint">
      by <bdi translate="no">{name}</bdi>, <DateTime at={at} />
    </span>
  );
}

function NobodyNamed({
  exposure,
  isHandedOut,
}: {
  exposure: CodeTrace["exposure"];
  isHandedOut: boolean;
}): ReactNode {
  if (exposure === "untouched") return isHandedOut ? null : <p>Revealed and exported by nobody</p>;
  return (
    <p>
      {exposure === "revealed" ? "Revealed: see the order's timeline" : "Exported: see the order's timeline"}
    </p>
  );
}
