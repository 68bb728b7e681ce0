"use client";

import type { ReactNode } from "react";
import { paths } from "#lib/paths.ts";
import { PageHeader } from "#components/shell/page/PageHeader.tsx";
import { ReleaseRequests } from "#components/shell/page/ReleaseRequests.tsx";
import { RevealAlerts } from "#components/shell/page/RevealAlerts.tsx";
import { usePermission } from "#components/shell/viewer/ViewerProvider.tsx";
import { EmptyState } from "#components/ui/feedback/EmptyState.tsx";
import { FirstPaintEnd } from "#components/ui/display/FirstPaint.tsx";
import { LinkButton } from "#components/ui/actions/LinkButton.tsx";
import { ApprovalsPart } from "./ApprovalsPart.tsx";
import { AttentionPart } from "./AttentionPart.tsx";
import { CatalogPart } from "./CatalogPart.tsx";
import { FiguresPart } from "#components/overview/figures/FiguresPart.tsx";
import { OrdersPart } from "./OrdersPart.tsx";
import { WalletPart } from "./WalletPart.tsx";

/**
 * What waits for this member, then the figures of the last days, orders that need attention and recent ones, beside the catalog
 * and the wallet. `top`: shown above the figures.
 */
export function Overview({ top }: { top: ReactNode }) {
  const mayApprove = usePermission("orders.approve");
  const mayPlace = usePermission("orders.place");
  const mayReadWallet = usePermission("wallet.read");
  const newOrder = (
    <LinkButton variant="primary" href={paths.newOrder()}>
      New order
    </LinkButton>
  );
  return (
    <>
      <PageHeader title="Overview" actions={mayPlace ? newOrder : null} />
      <RevealAlerts />
      <ReleaseRequests />
      {mayApprove ? <ApprovalsPart /> : null}
      {top}
      <FiguresPart />
      <div className="gap-10 xl:grid xl:grid-cols-[minmax(0,1fr)_17rem]">
        <div className="min-w-0">
          <AttentionPart />
          <FirstPaintEnd />
          <OrdersPart
            title="Recently ordered"
            filter={{}}
            shown={8}
            skeletonRows={6}
            empty={
              <EmptyState
                title="No orders yet"
                actions={<LinkButton href={paths.catalog()}>Browse the catalog</LinkButton>}
              >
                Orders that you place, or find by their reference, appear here.
              </EmptyState>
            }
          />
        </div>
        <div className="min-w-0">
          <CatalogPart />
          {/* Last, because the number of balances is not known in advance and nothing must move. */}
          {mayReadWallet ? <WalletPart /> : null}
        </div>
      </div>
    </>
  );
}
