import { Inbox, SearchX } from "lucide-react";
import { paths } from "#lib/paths.ts";
import { LinkButton } from "#components/ui/actions/LinkButton.tsx";
import { EmptyState } from "#components/ui/feedback/EmptyState.tsx";

/** What to do where the list is empty. */
export function NoOrders({ hasFilters, mayPlace }: { hasFilters: boolean; mayPlace: boolean }) {
  if (hasFilters) {
    return (
      <EmptyState
        icon={SearchX}
        title="No orders found"
        actions={
          <>
            <LinkButton href={paths.orders()}>View all orders</LinkButton>
            <LinkButton href={paths.lookUp()}>Look up</LinkButton>
          </>
        }
      >
        Remove a filter, or check the spelling. Look up also finds orders that were placed elsewhere, and the
        order of a code that a customer sent you.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={Inbox}
      title="No orders yet"
      actions={mayPlace ? <LinkButton href={paths.newOrder()}>Create an order</LinkButton> : null}
    >
      Orders appear here as soon as you place them.
    </EmptyState>
  );
}
