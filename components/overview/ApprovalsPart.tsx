"use client";

import { useQuery } from "@tanstack/react-query";
import type { Approvals, WaitingOrder } from "#lib/contracts/orders/approvals.ts";
import { referenceOf } from "#lib/orders/references/referenceOf.ts";
import { limitWords } from "#lib/orders/limits/limitWords.ts";
import { approvalsQuery } from "#lib/queries/orders/approvals.ts";
import { dayInWords } from "#lib/time/dayInWords.ts";
import { paths } from "#lib/paths.ts";
import { formatCount } from "#lib/text/counts.ts";
import { Amount } from "#components/money/Amount.tsx";
import { OrderLink } from "#components/orderSummary/OrderLink.tsx";
import { ApproveButton } from "./ApproveButton.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { Section } from "#components/shell/page/Section.tsx";
import { RecentTime } from "#components/time/RecentTime.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import { StackCell, StackRow, StackTable } from "#components/ui/display/StackTable.tsx";
import { WithAmounts } from "#components/money/WithAmounts.tsx";

const TITLE = "Waiting for your approval";
const HEADS = [
  { text: "Order" },
  { text: "Requested by" },
  { text: "Total", numeric: true },
  { text: "Action", hidden: true },
];
const COLUMNS = "grid-cols-[minmax(0,1fr)_max-content] md:grid-cols-[minmax(0,1fr)_14rem_6.5rem_5.5rem]";
const SHOWN = 5;

/** Orders of other members that are above a limit and wait for this member's decision; renders nothing if there are none. */
export function ApprovalsPart() {
  const { data } = useQuery(approvalsQuery(useEnvironment()));
  if (data === undefined || data.total === 0) return null;
  const { items, total, coversFor } = data;
  return (
    <Section
      title={TITLE}
      aside={<span className="text-ink-faint">{formatCount(total)}</span>}
      actions={total > SHOWN ? <TextLink href={paths.awaitingApproval()}>View all</TextLink> : null}
    >
      <CoverNote coversFor={coversFor} />
      <StackTable label={TITLE} heads={HEADS} columns={COLUMNS}>
        {items.slice(0, SHOWN).map((order) => (
          <WaitingRow key={order.externalOrderCode} order={order} />
        ))}
      </StackTable>
    </Section>
  );
}

/** For whom the member stands in; nothing if for nobody. */
function CoverNote({ coversFor }: Pick<Approvals, "coversFor">) {
  return coversFor.map(({ id, name, until }) => (
    <p key={id} className="pt-2 text-ink-soft">
      You cover for <bdi translate="no">{name}</bdi> until {dayInWords(until)} (UTC).
    </p>
  ));
}

function WaitingRow({ order }: { order: WaitingOrder }) {
  return (
    <StackRow columns={COLUMNS} className="hover:bg-surface focus-within:bg-surface">
      <StackCell className="max-md:col-span-2">
        <OrderLink order={order} />
        <span className="block text-xs leading-4 text-ink-faint">
          <RecentTime at={order.createdAt} />
        </span>
      </StackCell>
      <StackCell>
        <span translate={order.placedBy === null ? undefined : "no"} className="block">
          {order.placedBy ?? "A former member"}
        </span>
        {order.overLimit === null ? null : (
          <span className="block text-xs leading-4 text-ink-faint">
            <WithAmounts>{`Above ${limitWords(order.overLimit, order.currency)}`}</WithAmounts>
          </span>
        )}
      </StackCell>
      <StackCell numeric className="font-medium">
        <Amount minor={order.price} currency={order.currency} />
      </StackCell>
      <StackCell className="max-md:col-span-2 md:text-end">
        <ApproveButton reference={referenceOf(order)} />
      </StackCell>
    </StackRow>
  );
}
