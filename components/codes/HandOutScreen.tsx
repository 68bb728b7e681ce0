"use client";

import { useQuery } from "@tanstack/react-query";
import { PackageOpen } from "lucide-react";
import { useState } from "react";
import type { Stock } from "#lib/contracts/handOut.ts";
import { stockQuery } from "#lib/queries/codes.ts";
import { formatCount } from "#lib/text/counts.ts";
import { paths } from "#lib/paths.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { PageHeader } from "#components/shell/page/PageHeader.tsx";
import { ProblemState } from "#components/shell/page/ProblemState.tsx";
import { ReleaseRequests } from "#components/shell/page/ReleaseRequests.tsx";
import { Section } from "#components/shell/page/Section.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { LinkButton } from "#components/ui/actions/LinkButton.tsx";
import { StackCell, StackRow, StackTable } from "#components/ui/display/StackTable.tsx";
import { EmptyState } from "#components/ui/feedback/EmptyState.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { HandOutDialog } from "./HandOutDialog.tsx";
import { LookUpHandOuts } from "./LookUpHandOuts.tsx";

type StockItem = Stock["items"][number];

const COLUMNS = "md:grid-cols-[minmax(0,1fr)_6rem_6rem_6rem_6rem_8rem]";
const HEADS = [
  { text: "Product" },
  { text: "Delivered", numeric: true },
  { text: "Handed out", numeric: true },
  { text: "Disputed", numeric: true },
  { text: "Left", numeric: true },
  { text: "Actions", hidden: true },
];

/** The codes of all orders by product, and what was handed to which customer. Shows no code before one is handed out. */
export function HandOutScreen() {
  const { data, error, isFetching, refetch } = useQuery(stockQuery(useEnvironment()));
  const [product, setProduct] = useState<StockItem | null>(null);
  return (
    <>
      <PageHeader title="Codes" />
      <ReleaseRequests />
      <Section title="Codes left, all orders">
        {data ? (
          data.items.length === 0 ? (
            <EmptyState
              icon={PackageOpen}
              title={<h3>No codes yet</h3>}
              actions={<LinkButton href={paths.catalog()}>Open the catalog</LinkButton>}
            >
              <p>Codes of delivered orders appear here, ready to be handed to customers one by one.</p>
            </EmptyState>
          ) : (
            <StackTable label="Codes by product" heads={HEADS} columns={COLUMNS}>
              {data.items.map((item) => (
                <StockRow key={item.productId} item={item} onHandOut={() => setProduct(item)} />
              ))}
            </StackTable>
          )
        ) : error ? (
          <ProblemState
            title="The codes couldn't be counted"
            error={error}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : (
          <SkeletonRows rows={5} label="Counting the codes" />
        )}
      </Section>
      <Section title="Handed out to a customer">
        <LookUpHandOuts />
      </Section>
      {product === null ? null : <HandOutDialog product={product} onClose={() => setProduct(null)} />}
    </>
  );
}

function StockRow({ item, onHandOut }: { item: StockItem; onHandOut: () => void }) {
  const name = item.productName ?? `Product ${item.productId}`;
  return (
    <StackRow columns={COLUMNS}>
      <StackCell className="font-medium wrap-anywhere">{name}</StackCell>
      <StackCell label="Delivered" numeric>
        {formatCount(item.delivered)}
      </StackCell>
      <StackCell label="Handed out" numeric>
        {formatCount(item.handedOut)}
      </StackCell>
      <StackCell label="Disputed" numeric>
        {formatCount(item.disputed)}
      </StackCell>
      <StackCell label="Left" numeric className="font-medium">
        {formatCount(item.unused)}
      </StackCell>
      <StackCell className="flex justify-end">
        <Button size="small" disabled={item.unused === 0} onClick={onHandOut} aria-label={`Hand out ${name}`}>
          Hand out…
        </Button>
      </StackCell>
    </StackRow>
  );
}
