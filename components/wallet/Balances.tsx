"use client";

import { useQuery } from "@tanstack/react-query";
import { Wallet } from "lucide";
import { useState } from "react";
import { currencyName } from "#lib/catalog/filters/labels.ts";
import type { UnreadAmount, WalletBalance, WalletView } from "#lib/contracts/money/wallet.ts";
import { hasKnownUnits } from "#lib/money/currencies.ts";
import { availableAmount } from "#lib/money/spendable.ts";
import { walletLimitsQuery } from "#lib/queries/wallet.ts";
import { Amount } from "#components/money/Amount.tsx";
import { DaysLeft } from "#components/money/DaysLeft.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { usePermission } from "#components/shell/viewer/ViewerProvider.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { Cell, HeadCell, Row, Table, TableHead } from "#components/ui/display/Table.tsx";
import { EmptyState } from "#components/ui/feedback/EmptyState.tsx";
import { closeDialog, loadedOnUse } from "#components/ui/overlays/loadedOnUse.tsx";

const LimitDialog = loadedOnUse(async () => (await import("./LimitDialog.tsx")).LimitDialog, closeDialog);

/** One row for each currency: the available amount, the service's other amounts, and the limit below which members are warned. */
export function Balances({ wallet }: { wallet: WalletView }) {
  const { data } = useQuery(walletLimitsQuery(useEnvironment()));
  const mayChange = usePermission("settings.change");
  const [changed, setChanged] = useState<string | null>(null);
  const limitOf = (currency: string) =>
    data?.limits.find((each) => each.currency === currency)?.amount ?? null;
  const unread = wallet.unread ?? [];
  if (wallet.balances.length + unread.length === 0) {
    return (
      <EmptyState icon={Wallet} title="No balances found">
        The service answered in a form that this page can't read. See the raw response below. The operator of
        Codedesk can set SERVICE_WALLET_POINTER to where the balances are.
      </EmptyState>
    );
  }
  return (
    <>
      <Table label="Balances">
        <TableHead>
          <HeadCell>Currency</HeadCell>
          <HeadCell numeric>Available</HeadCell>
          <HeadCell numeric>Warn below</HeadCell>
        </TableHead>
        <tbody>
          {wallet.balances.map((balance) => (
            <BalanceRow
              key={balance.currency}
              balance={balance}
              limit={limitOf(balance.currency)}
              onChange={mayChange && balance.currency !== "" ? () => setChanged(balance.currency) : null}
            />
          ))}
          {unread.map((each, place) => (
            // Nothing identifies them: two may be alike.
            // oxlint-disable-next-line react/no-array-index-key
            <UnreadRow key={place} amount={each} />
          ))}
        </tbody>
      </Table>
      {changed === null ? null : (
        <LimitDialog currency={changed} limit={limitOf(changed)} onClose={() => setChanged(null)} />
      )}
    </>
  );
}

/** What is no exact integer of minor units, as the service writes it: no row of the wallet vanishes. */
function UnreadRow({ amount: { currency, name, text } }: { amount: UnreadAmount }) {
  return (
    <Row>
      <Cell>
        <CurrencyOf currency={currency} />
      </Cell>
      <Cell numeric>
        <span translate="no" className="wrap-anywhere">
          {text === "" ? "–" : text}
        </span>
        <span className="block text-xs leading-4 text-ink-faint">
          <bdi translate="no">{name}</bdi>, {text === "" ? "no amount" : "not exact"}
        </span>
      </Cell>
      <Cell numeric>{""}</Cell>
    </Row>
  );
}

function CurrencyOf({ currency }: { currency: string }) {
  return (
    <>
      <bdi translate="no" className="font-medium">
        {currency === "" ? "No currency" : currency}
      </bdi>{" "}
      <span className="text-ink-faint max-sm:hidden">
        {hasKnownUnits(currency) ? currencyName(currency) : "Units unknown"}
      </span>
    </>
  );
}

type BalanceRowProps = { balance: WalletBalance; limit: number | null; onChange: (() => void) | null };

function BalanceRow({ balance, limit, onChange }: BalanceRowProps) {
  const { currency } = balance;
  const environment = useEnvironment();
  const available = availableAmount(balance);
  const [main, ...others] = balance.amounts.toSorted(
    (a, b) => Number(b.amount === available) - Number(a.amount === available),
  );
  return (
    <Row>
      <Cell>
        <CurrencyOf currency={currency} />
        <span className="block">
          <DaysLeft currency={balance.currency} amount={available} environment={environment} />
        </span>
      </Cell>
      <Cell numeric>
        <Amount
          minor={main?.amount ?? available}
          currency={currency}
          className={limit !== null && available < limit ? "font-medium text-partial" : "font-medium"}
        />
        {/* With the service's own names; amounts of zero, such as nothing reserved, are left out. */}
        {others
          .filter(({ amount }) => amount !== 0)
          .map(({ name, amount }) => (
            <span key={name} className="block text-xs leading-4 text-ink-faint">
              <bdi translate="no">{name}</bdi> <Amount minor={amount} currency={currency} />
            </span>
          ))}
      </Cell>
      <Cell numeric>
        {limit === null ? (
          <span className="text-ink-faint max-sm:block">No limit</span>
        ) : (
          <Amount minor={limit} currency={currency} className="max-sm:block" />
        )}
        {onChange === null ? null : (
          <Button
            size="small"
            className="sm:ms-2"
            aria-label={`Change the limit of ${currency}`}
            onClick={onChange}
          >
            Change
          </Button>
        )}
      </Cell>
    </Row>
  );
}
