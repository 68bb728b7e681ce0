"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CatalogScreen } from "#components/catalog/CatalogScreen.tsx";
import type { AddProduct } from "#components/catalog/product/AddToOrder.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { usePermission } from "#components/shell/viewer/ViewerProvider.tsx";
import { LinkButton } from "#components/ui/actions/LinkButton.tsx";
import { toast } from "#components/ui/feedback/toast.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { paths } from "#lib/paths.ts";
import { addProductToDraft, draftQuery } from "#lib/queries/draft.ts";

/** The catalog and the order it fills, for members who place orders; the catalog alone for the others. */
export function CatalogWithOrder() {
  const mayOrder = usePermission("orders.place");
  return mayOrder ? <Ordering /> : <CatalogScreen />;
}

function Ordering() {
  const environment = useEnvironment();
  const client = useQueryClient();
  const { data } = useQuery(draftQuery(environment));
  const count = data?.draft.lines.length ?? 0;
  const add: AddProduct = async (product, choice) => {
    const view = await addProductToDraft(client, environment, product, choice);
    const now = `Your order has ${counted(view.draft.lines.length, "line", "lines")}.`;
    toast("Added to your order", { tone: "done", detail: now });
    return now;
  };
  return (
    <CatalogScreen
      onAdd={add}
      actions={
        // As wide as either wording: nothing moves when the count arrives.
        <LinkButton href={paths.newOrder()} className="min-w-28">
          {count === 0 ? "New order" : `Order (${formatCount(count)})`}
        </LinkButton>
      }
    />
  );
}
