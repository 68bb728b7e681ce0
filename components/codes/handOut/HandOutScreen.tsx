"use client";

import { useQuery } from "@tanstack/react-query";
import { PackageOpen } from "lucide";
import { useState } from "react";
import { MOST_STOCKED, type Stock } from "#lib/contracts/codes/stock.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { stockQuery } from "#lib/queries/codes.ts";
import { paths } from "#lib/paths.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { PageHeader } from "#components/shell/page/PageHeader.tsx";
import { QueryPart } from "#components/shell/page/QueryPart.tsx";
import { ReleaseRequests } from "#components/shell/page/ReleaseRequests.tsx";
import { Section } from "#components/shell/page/Section.tsx";
import { usePermission } from "#components/shell/viewer/ViewerProvider.tsx";
import { LinkButton } from "#components/ui/actions/LinkButton.tsx";
import { EmptyState } from "#components/ui/feedback/EmptyState.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { HandOutDialog } from "./HandOutDialog.tsx";
import { LookUpHandOuts } from "./LookUpHandOuts.tsx";
import { StockTable, type StockItem } from "./StockTable.tsx";

/** The codes of all orders by product, and what was handed to which customer. Shows no code before one is handed out. */
export function HandOutScreen() {
  const query = useQuery(stockQuery(useEnvironment()));
  const [product, setProduct] = useState<StockItem | null>(null);
  const mayFind = usePermission("codes.find");
  return (
    <>
      <PageHeader
        title="Codes"
        actions={
          <>
            {mayFind ? <LinkButton href={paths.claims()}>Claims</LinkButton> : null}
            <LinkButton href={paths.stock()}>Stock</LinkButton>
          </>
        }
      />
      <ReleaseRequests />
      <Section title="Codes left, all orders">
        <QueryPart
          query={query}
          failed="The codes couldn't be counted"
          skeleton={<SkeletonRows rows={5} label="Counting the codes" />}
        >
          {(data) =>
            data.items.length === 0 && data.unassigned === 0 ? (
              <EmptyState
                icon={PackageOpen}
                title={<h3>No codes yet</h3>}
                actions={<LinkButton href={paths.catalog()}>Open the catalog</LinkButton>}
              >
                <p>Codes of delivered orders appear here, ready to be handed to customers one by one.</p>
              </EmptyState>
            ) : (
              <>
                {data.items.length === 0 ? null : <StockTable items={data.items} onHandOut={setProduct} />}
                <NotListed stock={data} />
              </>
            )
          }
        </QueryPart>
      </Section>
      <Section title="Handed out to a customer">
        <LookUpHandOuts />
      </Section>
      {product === null ? null : <HandOutDialog product={product} onClose={() => setProduct(null)} />}
    </>
  );
}

/** Codes that the table does not list. */
function NotListed({ stock: { hasMore, unassigned } }: { stock: Stock }) {
  return (
    <div className="flex flex-col gap-1 pt-3 text-[0.8125rem] text-ink-soft empty:hidden">
      {hasMore ? (
        <p>Only the {formatCount(MOST_STOCKED)} products with the most codes left are listed.</p>
      ) : null}
      {unassigned === 0 ? null : (
        <p>
          Not listed: {counted(unassigned, "code", "codes")} whose product the service doesn&apos;t say.
          Reveal or export them on the page of their order.
        </p>
      )}
    </div>
  );
}
