"use client";

import { CircleCheck } from "lucide-react";
import { paths } from "#lib/paths.ts";
import { PageHeader } from "#components/shell/page/PageHeader.tsx";
import { RevealAlerts } from "#components/shell/page/RevealAlerts.tsx";
import { usePermission } from "#components/shell/viewer/ViewerProvider.tsx";
import { EmptyState } from "#components/ui/feedback/EmptyState.tsx";
import { LinkButton } from "#components/ui/actions/LinkButton.tsx";
import { ATTENTION } from "./attention.ts";
import { CatalogPart } from "./CatalogPart.tsx";
import { OrdersPart } from "./OrdersPart.tsx";
import { WalletPart } from "./WalletPart.tsx";

/** Orders that need attention, then recent ones, beside the catalog and the wallet. */
export function Overview() {
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
      <div className="gap-10 xl:grid xl:grid-cols-[minmax(0,1fr)_16rem]">
        <div className="min-w-0">
          <OrdersPart
            title="Needs attention"
            filter={ATTENTION}
            shown={50}
            skeletonRows={1}
            empty={
              <p className="flex min-h-11 items-center gap-2 text-ink-soft">
                <CircleCheck aria-hidden className="size-4 shrink-0 text-done" />
                No orders need attention.
              </p>
            }
          />
          <OrdersPart
            title="Recent orders"
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
          {/* Last, because the number of balances is not known before, and nothing must move. */}
          {mayReadWallet ? <WalletPart /> : null}
        </div>
      </div>
    </>
  );
}
