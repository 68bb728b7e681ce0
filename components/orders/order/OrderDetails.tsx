"use client";

import type { OrderView } from "#lib/contracts/orders/order.ts";
import type { WalletReading } from "#lib/contracts/money/wallet.ts";
import { isSameCurrency } from "#lib/money/currencies.ts";
import { paths } from "#lib/paths.ts";
import { formatCount } from "#lib/text/counts.ts";
import { ENVIRONMENT_WORDS } from "#components/shell/environment/environments.ts";
import { usePermission } from "#components/shell/viewer/ViewerProvider.tsx";
import { AutomationLink } from "#components/orderSummary/AutomationLink.tsx";
import { Amount } from "#components/money/Amount.tsx";
import { DateTime } from "#components/time/DateTime.tsx";
import { RecentTime } from "#components/time/RecentTime.tsx";
import { CopyButton } from "#components/ui/actions/CopyButton.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import { Description, DescriptionList } from "#components/ui/display/DescriptionList.tsx";

/** Everything known about the order; unknown values are left out. */
export function OrderDetails({ order }: { order: OrderView }) {
  return (
    <>
      <DescriptionList className="pt-3">
        <Reference term="Order reference" value={order.externalOrderCode} />
        <Reference term="Order ID" value={order.orderId} />
        {order.statusName === null ? null : (
          <Description term="Service status">
            <code translate="no" className="font-mono text-[0.8125rem]">
              {order.statusName}
            </code>
          </Description>
        )}
        {order.delivered === null ? null : (
          <Description term="Delivered">
            {order.ordered === null
              ? formatCount(order.delivered)
              : `${formatCount(order.delivered)} of ${formatCount(order.ordered)}`}
          </Description>
        )}
        {order.placedBy === null ? null : (
          <Description term="Placed by">
            <bdi translate="no">{order.placedBy}</bdi>
          </Description>
        )}
        {order.automation ? (
          <Description term="Placed automatically by">
            <AutomationLink automation={order.automation} />
          </Description>
        ) : null}
        <Description term={order.origin === "found" ? "Found" : "Confirmed"}>
          {/* "Nov 28, 2026, 11:53 p.m." is a hair wider than the column. */}
          <span className="whitespace-nowrap">
            <DateTime at={order.createdAt} />
          </span>
        </Description>
        {order.purchaseOrder ? (
          <Description term="Purchase order">
            <bdi translate="no">{order.purchaseOrder}</bdi>
          </Description>
        ) : null}
        {order.tags.length > 0 ? (
          <Description term="Tags">
            <span className="flex flex-wrap gap-x-2 gap-y-1">
              {order.tags.map((tag) => (
                <TextLink key={tag} href={paths.ordersTagged(tag)}>
                  <bdi translate="no" className="wrap-anywhere">
                    {tag}
                  </bdi>
                </TextLink>
              ))}
            </span>
          </Description>
        ) : null}
        {order.note ? (
          <Description term="Note">
            <bdi translate="no" className="whitespace-pre-wrap wrap-anywhere">
              {order.note}
            </bdi>
          </Description>
        ) : null}
      </DescriptionList>
      <details className="mt-3">
        <summary className="text-ink-soft">Technical details</summary>
        <TechnicalDetails order={order} />
      </details>
    </>
  );
}

/** What was done to learn of the order, and what came with it. */
function TechnicalDetails({ order }: { order: OrderView }) {
  const maySeeWallet = usePermission("wallet.read");
  return (
    <DescriptionList className="pt-3">
      <Description term="Environment">{ENVIRONMENT_WORDS[order.environment].name}</Description>
      {order.lastLookAt === null ? null : (
        <Description term="Last checked">
          <RecentTime at={order.lastLookAt} />
        </Description>
      )}
      {order.attempts === 0 ? null : <Description term="Attempts">{formatCount(order.attempts)}</Description>}
      {order.wallet === null || !maySeeWallet ? null : (
        <Snapshot wallet={order.wallet} currency={order.currency} />
      )}
    </DescriptionList>
  );
}

function Reference({ term, value }: { term: string; value: string | null }) {
  if (value === null) return null;
  return (
    <Description term={term}>
      <span className="flex items-center gap-1">
        <code translate="no" className="font-mono text-[0.8125rem] wrap-anywhere">
          {value}
        </code>
        <CopyButton value={value} label={`Copy ${term}`} />
      </span>
    </Description>
  );
}

/** The balances that came with the order; what could not be read is shown unchanged, never as zero. */
function Snapshot({ wallet, currency }: { wallet: WalletReading; currency: string | null }) {
  const own = wallet.balances.filter((balance) => isSameCurrency(balance.currency, currency));
  const others = wallet.balances.filter((balance) => !own.includes(balance));
  return (
    <Description term="Wallet at order time">
      {wallet.balances.length === 0 && wallet.unread === undefined ? (
        <pre translate="no" className="overflow-x-auto font-mono text-xs">
          {JSON.stringify(wallet.raw, null, 2)}
        </pre>
      ) : null}
      <Balances balances={own} />
      {wallet.unread?.map(({ currency: of, name, text }) => (
        <span key={`${of} ${name} ${text}`} className="flex flex-wrap justify-between gap-x-2">
          <span className="text-ink-soft">{name}</span>
          <span
            translate="no"
            className="ms-auto wrap-anywhere"
          >{`${of} ${text === "" ? "–" : text} (not exact)`}</span>
        </span>
      ))}
      {others.length > 0 ? (
        <details open={own.length === 0}>
          <summary className="text-ink-soft">Other currencies</summary>
          <Balances balances={others} />
        </details>
      ) : null}
    </Description>
  );
}

function Balances({ balances }: { balances: WalletReading["balances"] }) {
  return balances.flatMap(({ currency, amounts }) =>
    amounts.map(({ name, amount }) => (
      <span key={`${currency} ${name}`} className="flex flex-wrap justify-between gap-x-2">
        <span className="text-ink-soft">{name}</span>
        <Amount minor={amount} currency={currency} className="ms-auto" />
      </span>
    )),
  );
}
