import { Inbox, SearchX } from "lucide";
import { paths } from "#lib/paths.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { LinkButton } from "#components/ui/actions/LinkButton.tsx";
import { EmptyState } from "#components/ui/feedback/EmptyState.tsx";

export type NoOrdersProps = {
  /** Removes all filters; null if there are none. */
  onViewAll: (() => void) | null;
  mayPlace: boolean;
};

/** Says what to do when the list is empty. */
export function NoOrders({ onViewAll, mayPlace }: NoOrdersProps) {
  if (onViewAll !== null) {
    return (
      <EmptyState
        icon={SearchX}
        title="No orders found"
        actions={
          <>
            <Button onClick={onViewAll}>View all orders</Button>
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
