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
import { RestockPart } from "./RestockPart.tsx";
import { WalletPart } from "./WalletPart.tsx";

/**
 * What waits for this member, orders that need attention, then the figures of the last days, and recent orders beside the wallet.
 * `tour`: shown after what has to be done.
 */
export function Overview({ tour }: { tour: ReactNode }) {
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
      <RestockPart />
      <CatalogPart />
      <AttentionPart />
      <FirstPaintEnd />
      {tour}
      <FiguresPart />
      <div className="gap-10 xl:grid xl:grid-cols-[minmax(0,1fr)_17rem]">
        <div className="min-w-0">
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
        {mayReadWallet ? (
          <div className="min-w-0">
            <WalletPart />
          </div>
        ) : null}
      </div>
    </>
  );
}
