"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { WalletDay, WalletHistory } from "#lib/contracts/money/wallet.ts";
import { formatSignedAmount } from "#lib/money/minorUnits.ts";
import { ACCEPTED } from "#lib/orders/lifecycle/stateSets.ts";
import { ordersBehind } from "#lib/overview/links.ts";
import { walletHistoryQuery } from "#lib/queries/wallet.ts";
import { counted } from "#lib/text/counts.ts";
import { Amount } from "#components/money/Amount.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { QueryPart } from "#components/shell/page/QueryPart.tsx";
import { Section } from "#components/shell/page/Section.tsx";
import { DateTime } from "#components/time/DateTime.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import { StackCell, StackRow, StackTable } from "#components/ui/display/StackTable.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { cx } from "#components/ui/cx.ts";
import { Select } from "#components/ui/inputs/Select.tsx";
import { explainMovement } from "./movementWords.ts";
import { WithAmounts } from "#components/money/WithAmounts.tsx";

const PERIODS = [30, 90, 365] as const;
const COLUMNS = "grid-cols-2 md:grid-cols-[11rem_minmax(0,1fr)_8rem_8rem]";
const HEADS = [
  { text: "Last reported" },
  { text: "Explanation" },
  { text: "Change", numeric: true },
  { text: "Balance", numeric: true },
];

/** The balance of one currency day by day, and whether our orders explain its changes. */
export function HistoryPart({ currencies }: { currencies: readonly string[] }) {
  const environment = useEnvironment();
  const [chosen, setChosen] = useState<string | null>(null);
  const [days, setDays] = useState<(typeof PERIODS)[number]>(30);
  const currency = chosen ?? currencies[0] ?? "";
  const query = useQuery({
    ...walletHistoryQuery(environment, currency, days),
    enabled: currency !== "",
    placeholderData: keepPreviousData,
  });
  if (currency === "") return null;
  return (
    <Section
      title="Movements"
      aside={<span className="text-xs text-ink-faint">Days in UTC</span>}
      actions={
        <>
          <span className="w-24">
            <Select
              aria-label="Currency"
              value={currency}
              options={currencies.map((value) => ({ value, label: value }))}
              onChange={(event) => setChosen(event.target.value)}
            />
          </span>
          <span className="w-32">
            <Select
              aria-label="Period"
              value={String(days)}
              options={PERIODS.map((value) => ({
                value: String(value),
                label: counted(value, "day", "days"),
              }))}
              onChange={(event) => setDays(PERIODS.find((each) => String(each) === event.target.value) ?? 30)}
            />
          </span>
        </>
      }
    >
      <QueryPart
        compact
        query={query}
        failed="The movements couldn't be loaded"
        skeleton={<SkeletonRows rows={4} label="Loading the movements" />}
      >
        {(data) => <Days history={data} />}
      </QueryPart>
    </Section>
  );
}

function Days({ history: { currency, days } }: { history: WalletHistory }) {
  const environment = useEnvironment();
  if (days.length === 0) {
    return (
      <p className="py-3 text-ink-soft">
        No balance in {currency} was recorded in this period. Balances are recorded with each order and every
        ten minutes.
      </p>
    );
  }
  return (
    <>
      {environment === "sandbox" ? (
        <p className="pt-2 text-ink-soft">
          The sandbox charges no real money. Its wallet may stay the same, whatever you order.
        </p>
      ) : null}
      <StackTable label={`Movements in ${currency}`} heads={HEADS} columns={COLUMNS}>
        {days.map((each) => (
          <DayRow key={each.day} day={each} currency={currency} />
        ))}
      </StackTable>
    </>
  );
}

function DayRow({ day, currency }: { day: WalletDay; currency: string }) {
  const { movement } = day;
  const unexplained = movement?.unexplained ?? 0;
  const { orders, rest } = explainMovement(day, currency);
  const span = { from: day.day, to: day.day };
  return (
    <StackRow columns={COLUMNS}>
      <StackCell className="max-md:col-span-2">
        <DateTime at={day.at} />
        <span className="block text-xs leading-4 text-ink-faint">
          {day.source === "order" ? "From an order" : "From the wallet"}
        </span>
      </StackCell>
      <StackCell className="max-md:col-span-2">
        {orders === null ? null : (
          <TextLink href={ordersBehind(span, { state: ACCEPTED, currency })}>
            <WithAmounts>{orders}</WithAmounts>
          </TextLink>
        )}
        {rest === null ? null : (
          <span className={cx("block", unexplained === 0 ? "text-ink-soft" : "text-partial")}>
            <WithAmounts>{rest}</WithAmounts>
          </span>
        )}
      </StackCell>
      <StackCell label="Change" numeric>
        <span className="whitespace-nowrap">
          {movement === null ? "–" : formatSignedAmount(movement.change, currency)}
        </span>
      </StackCell>
      <StackCell label="Balance" numeric className="font-medium">
        <Amount minor={day.balance} currency={currency} />
      </StackCell>
    </StackRow>
  );
}
