"use client";

import { useQuery } from "@tanstack/react-query";
import { ReceiptText } from "lucide";
import type { Statement } from "#lib/contracts/money/statement.ts";
import { paths } from "#lib/paths.ts";
import { statementQuery } from "#lib/queries/statements.ts";
import { GROUP_WORDS, groupsWithNews } from "#lib/statements/statementTable.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { PageHeader } from "#components/shell/page/PageHeader.tsx";
import { QueryPart } from "#components/shell/page/QueryPart.tsx";
import { Section } from "#components/shell/page/Section.tsx";
import { AsOf } from "#components/time/AsOf.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { LinkButton } from "#components/ui/actions/LinkButton.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import { EmptyState } from "#components/ui/feedback/EmptyState.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { GroupTable } from "./GroupTable.tsx";
import { monthBeside } from "./months.ts";
import { monthText } from "#lib/time/monthText.ts";
import { StatementActions } from "./StatementActions.tsx";
import { WalletTable } from "./WalletTable.tsx";

/** What was ordered in a month, to read, print and download. `latest` is the current month. */
export function StatementScreen({ month, latest }: { month: string; latest: string }) {
  const environment = useEnvironment();
  const query = useQuery(statementQuery(environment, month));
  const { data } = query;
  const next = monthBeside(month, 1);
  return (
    <>
      <PageHeader
        above={<TextLink href={paths.wallet()}>Wallet</TextLink>}
        title={`Statement for ${monthText(month)}`}
        aside={data ? <AsOf at={data.asOf} /> : null}
        description={
          <>
            Accepted orders, by UTC month, at confirmed prices.{" "}
            <TextLink href={paths.reports()}>Have it made every month</TextLink>
          </>
        }
        actions={
          // The same buttons in the same places for each month, so that one can go on pressing.
          <>
            <LinkButton href={paths.statement(monthBeside(month, -1))}>Previous month</LinkButton>
            {next <= latest ? (
              <LinkButton href={paths.statement(next)}>Next month</LinkButton>
            ) : (
              <Button disabled>Next month</Button>
            )}
            <StatementActions statement={data ?? null} environment={environment} />
          </>
        }
      />
      <QueryPart
        query={query}
        failed="The statement couldn't be loaded"
        skeleton={<SkeletonRows rows={8} label="Loading the statement" />}
      >
        {(read) => <Parts statement={read} />}
      </QueryPart>
    </>
  );
}

function Parts({ statement: { groups, wallet, month } }: { statement: Statement }) {
  const isEmpty = groups.currency.length === 0;
  return (
    <>
      {isEmpty ? (
        <EmptyState icon={ReceiptText} title={`No orders in ${monthText(month)}`}>
          Orders that the service accepts appear here. Choose another month above.
        </EmptyState>
      ) : (
        groupsWithNews({ groups }).map((group) => (
          <Section key={group} title={`By ${GROUP_WORDS[group].toLowerCase()}`}>
            <GroupTable group={group} rows={groups[group]} />
          </Section>
        ))
      )}
      {groups.currency.some(({ unclear }) => unclear.codes !== 0) ? (
        <p className="mb-6 text-ink-soft">
          Not known yet: orders still in progress, and orders of several products where the service does not
          say which product the delivered codes belong to.
        </p>
      ) : null}
      {wallet.length === 0 ? null : (
        <Section title="Wallet">
          <WalletTable rows={wallet} />
          <p className="pt-2 text-ink-soft">
            The last balances that the service reported before the month began and before it ended. More than
            the orders explain means a top-up or a refund; less means orders placed elsewhere, or charges by
            the service.
          </p>
        </Section>
      )}
    </>
  );
}
