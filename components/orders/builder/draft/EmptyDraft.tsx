import { ShoppingCart } from "lucide";
import { paths } from "#lib/paths.ts";
import { EmptyState } from "#components/ui/feedback/EmptyState.tsx";
import { LinkButton } from "#components/ui/actions/LinkButton.tsx";

export function EmptyDraft() {
  return (
    <EmptyState
      icon={ShoppingCart}
      title="Your order is empty"
      actions={<LinkButton href={paths.catalog()}>Browse the catalog</LinkButton>}
    >
      Type a product&apos;s name or ID in the field above, add products from the catalog, or paste or drop a
      table.
    </EmptyState>
  );
}
