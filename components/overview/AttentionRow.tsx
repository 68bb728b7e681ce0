import { attentionStep, type AttentionStep } from "#lib/orders/lifecycle/attentionStep.ts";
import { referenceOf } from "#lib/orders/references/referenceOf.ts";
import type { AttentionOrder } from "#lib/contracts/orders/attention.ts";
import type { Dismissal } from "#lib/contracts/dismissal.ts";
import { OrderLink } from "#components/orderSummary/OrderLink.tsx";
import { StateAndTotal } from "#components/orderSummary/StateAndTotal.tsx";
import { RecentTime } from "#components/time/RecentTime.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { StackCell, StackRow } from "#components/ui/display/StackTable.tsx";
import { AgainButton } from "./AgainButton.tsx";
import { CheckButton } from "./CheckButton.tsx";
import type { Dismissing } from "./useDismiss.ts";
import { WithValues } from "#components/ui/display/WithValues.tsx";

export const ATTENTION_COLUMNS =
  "grid-cols-[minmax(0,1fr)_max-content] md:grid-cols-[minmax(0,1fr)_8.5rem_6.5rem_14rem]";

export function AttentionRow({
  order,
  dismissal = null,
  dismissing,
  mayPlace,
}: {
  order: AttentionOrder;
  dismissal?: Dismissal | null;
  /** Null for members who may not dismiss. */
  dismissing: Dismissing | null;
  mayPlace: boolean;
}) {
  const reference = referenceOf(order);
  const step = dismissal === null ? attentionStep(order, mayPlace) : null;
  const verb = dismissal === null ? "Dismiss" : "Put back";
  return (
    <StackRow columns={ATTENTION_COLUMNS} className="hover:bg-surface focus-within:bg-surface">
      <StackCell className="max-md:col-span-2">
        <OrderLink order={order} />
        {order.alarm === null ? null : (
          <span className="block text-[0.8125rem] text-refused">{order.alarm}</span>
        )}
        <span className="block text-xs leading-4 text-ink-faint">
          {dismissal === null ? (
            <RecentTime at={order.createdAt} />
          ) : (
            <>
              Dismissed by <WithValues text={dismissal.by ?? "a former member"} values={[dismissal.by]} />,{" "}
              <RecentTime at={dismissal.at} />
            </>
          )}
        </span>
      </StackCell>
      <StateAndTotal order={order} />
      <StackCell className="flex flex-wrap items-center gap-1.5 max-md:col-span-2 md:justify-end">
        {step === null ? null : <StepButton step={step} reference={reference} />}
        {dismissing === null ? null : (
          // Above the link that fills the row.
          <Button
            size="small"
            variant="quiet"
            className="z-1"
            aria-label={`${verb} order ${reference}`}
            onClick={() => dismissing.change([order], dismissal === null)}
          >
            {verb}
          </Button>
        )}
      </StackCell>
    </StackRow>
  );
}

function StepButton({ step: { action, words }, reference }: { step: AttentionStep; reference: string }) {
  if (action === "check") return <CheckButton reference={reference} />;
  return (
    <AgainButton reference={reference} action={action} label={`${words}: order ${reference}`}>
      {words}
    </AgainButton>
  );
}
