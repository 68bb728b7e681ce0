"use client";

import { useQuery } from "@tanstack/react-query";
import { History } from "lucide";
import type { StockEvent, StockHistory } from "#lib/contracts/codes/stockHistory.ts";
import { formatCount } from "#lib/text/counts.ts";
import { paths } from "#lib/paths.ts";
import { stockHistoryQuery } from "#lib/queries/codes.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { PageHeader } from "#components/shell/page/PageHeader.tsx";
import { QueryPart } from "#components/shell/page/QueryPart.tsx";
import { usePermission } from "#components/shell/viewer/ViewerProvider.tsx";
import { RecentTime } from "#components/time/RecentTime.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import { StackCell, StackRow, StackTable } from "#components/ui/display/StackTable.tsx";
import { EmptyState } from "#components/ui/feedback/EmptyState.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { eventWords } from "./eventWords.ts";

const COLUMNS = "md:grid-cols-[9rem_minmax(0,1fr)_minmax(0,1fr)_minmax(0,12rem)]";
const HEADS = [{ text: "When" }, { text: "What" }, { text: "Order" }, { text: "By" }];

/** What happened to the codes of a product. Shows no code. */
export function StockHistoryScreen({ productId }: { productId: number }) {
  const query = useQuery(stockHistoryQuery(useEnvironment(), productId));
  const maySeeStock = usePermission("stock.read");
  const maySeeCatalog = usePermission("catalog.read");
  const name = query.data?.productName ?? `Product ${productId}`;
  return (
    <>
      <PageHeader
        title={
          <>
            History of <bdi translate="no">{name}</bdi>
          </>
        }
        above={maySeeStock ? <TextLink href={paths.stock()}>Stock</TextLink> : undefined}
        aside={
          maySeeCatalog ? <TextLink href={paths.catalogProduct(productId)}>Product</TextLink> : undefined
        }
      />
      <QueryPart
        query={query}
        failed="The history couldn't be loaded"
        skeleton={<SkeletonRows rows={8} label="Loading the history" />}
      >
        {(data) => <Events history={data} />}
      </QueryPart>
    </>
  );
}

function Events({ history: { items, hasMore } }: { history: StockHistory }) {
  if (items.length === 0) {
    return (
      <EmptyState icon={History} title={<h2>No codes of this product yet</h2>}>
        Once an order of it is delivered, this page lists what happens to its codes.
      </EmptyState>
    );
  }
  return (
    <>
      <StackTable label="History" heads={HEADS} columns={COLUMNS}>
        {items.map((event) => (
          <Row key={`${event.at} ${event.event} ${event.order} ${event.by}`} event={event} />
        ))}
      </StackTable>
      {hasMore ? (
        <p className="pt-3 text-[0.8125rem] text-ink-soft">
          The latest {formatCount(items.length)}. The pages of earlier orders list the rest.
        </p>
      ) : null}
    </>
  );
}

function Row({ event }: { event: StockEvent }) {
  return (
    <StackRow columns={COLUMNS}>
      <StackCell label="When" className="text-ink-soft">
        <RecentTime at={event.at} />
      </StackCell>
      <StackCell className="font-medium">{eventWords(event)}</StackCell>
      <StackCell label="Order" className="wrap-anywhere">
        <TextLink href={paths.order(event.order)}>
          <bdi translate="no">{event.order}</bdi>
        </TextLink>
      </StackCell>
      <StackCell label="By" className={event.by === null ? "max-md:hidden" : undefined}>
        {event.by === null ? <span className="text-ink-faint">–</span> : <bdi translate="no">{event.by}</bdi>}
      </StackCell>
    </StackRow>
  );
}
