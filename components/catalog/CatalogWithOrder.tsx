"use client";

import { useQuery } from "@tanstack/react-query";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { usePermission } from "#components/shell/viewer/ViewerProvider.tsx";
import { LinkButton } from "#components/ui/actions/LinkButton.tsx";
import { formatCount } from "#lib/text/counts.ts";
import { isFilledByCatalog } from "#lib/orders/drafts/draftNames.ts";
import { paths } from "#lib/paths.ts";
import { draftsQuery } from "#lib/queries/orders/draft.ts";
import { CatalogScreen } from "./CatalogScreen.tsx";
import { useCatalogOrder } from "./useCatalogOrder.ts";

/** The catalog and the order being built, for members who place orders; the catalog alone for others. */
export function CatalogWithOrder() {
  const mayOrder = usePermission("orders.place");
  return mayOrder ? <Ordering /> : <CatalogScreen />;
}

function Ordering() {
  const { data } = useQuery(draftsQuery(useEnvironment()));
  const count = data?.items.find(isFilledByCatalog)?.lineCount ?? 0;
  const { add, addAll, added } = useCatalogOrder(count);
  return (
    <CatalogScreen
      onAdd={add}
      onAddAll={addAll}
      added={added}
      actions={
        // As wide as either text, so that nothing moves when the count arrives.
        <LinkButton href={paths.newOrder()} className="min-w-32">
          {count === 0 ? "New order" : `View order (${formatCount(count)})`}
        </LinkButton>
      }
    />
  );
}
