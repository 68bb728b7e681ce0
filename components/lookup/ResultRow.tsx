import { referenceOf } from "#lib/orders/references/referenceOf.ts";
import type { OrderSummary } from "#lib/contracts/orders/order.ts";
import { paths } from "#lib/paths.ts";
import { StateAndTotal } from "#components/orderSummary/StateAndTotal.tsx";
import { RecentTime } from "#components/time/RecentTime.tsx";
import { OrderContentName } from "#components/orderSummary/OrderContentName.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import { StackCell, StackRow } from "#components/ui/display/StackTable.tsx";
import { OUTCOME_WORDS } from "./lookUpCsv.ts";
import type { LookUp, LookUpRow } from "./useLookUp.ts";

export const RESULT_COLUMNS = "md:grid-cols-[minmax(0,14rem)_minmax(0,1fr)_8.5rem_7.5rem]";

export function ResultRow({
  row: { reference, answer },
  isRunning,
  onReplace,
}: {
  row: LookUpRow;
  isRunning: boolean;
  onReplace: LookUp["replace"];
}) {
  const order = answer?.order ?? null;
  const isCode = answer?.outcome === "code";
  return (
    <StackRow columns={RESULT_COLUMNS}>
      <StackCell>
        <bdi translate="no" className="block font-mono text-[0.8125rem] wrap-anywhere">
          {isCode ? "••••" : reference}
        </bdi>
      </StackCell>
      {order === null ? (
        <StackCell className="md:col-span-3">
          <Missing reference={reference} answer={answer} isRunning={isRunning} onReplace={onReplace} />
        </StackCell>
      ) : (
        <OrderCells order={order} />
      )}
    </StackRow>
  );
}

function OrderCells({ order }: { order: OrderSummary }) {
  const reference = referenceOf(order);
  return (
    <>
      <StackCell>
        <TextLink href={paths.order(reference)} className="block">
          <bdi translate="no" className="line-clamp-3 wrap-anywhere">
            <OrderContentName order={order} />
          </bdi>
        </TextLink>
        <span className="block text-xs leading-4 text-ink-faint">
          {order.origin === "found" ? "Found, not placed here" : <RecentTime at={order.createdAt} />}
          {order.placedBy === null ? null : (
            <>
              {" · "}
              <bdi translate="no">{order.placedBy}</bdi>
            </>
          )}
        </span>
      </StackCell>
      <StateAndTotal order={order} />
    </>
  );
}

/** Why there is no order yet, and which one may have been meant. */
function Missing({
  reference,
  answer,
  isRunning,
  onReplace,
}: LookUpRow & { isRunning: boolean; onReplace: LookUp["replace"] }) {
  const isPending = isRunning && (answer === null || answer.outcome === "unknown");
  if (answer?.outcome === "code") {
    return (
      <p className="text-partial">
        This is a code, not a reference. Search for it under “Whose is this code?”.
      </p>
    );
  }
  return (
    <>
      <p className="text-ink-soft wrap-anywhere">
        {isPending ? "Looking it up…" : (answer?.message ?? OUTCOME_WORDS[answer?.outcome ?? "unknown"])}
      </p>
      {answer !== null && answer.suggestions.length > 0 ? (
        <p className="flex flex-wrap items-center gap-x-2 text-[0.8125rem]">
          Did you mean:
          {answer.suggestions.map((each) => (
            <button
              key={each.reference}
              type="button"
              translate="no"
              disabled={isRunning}
              className="min-h-6 font-mono text-accent-text underline-offset-2 wrap-anywhere hover:underline disabled:text-ink-soft disabled:no-underline"
              onClick={() => onReplace(new Map([[reference, each.reference]]))}
            >
              {each.reference}
            </button>
          ))}
        </p>
      ) : null}
    </>
  );
}
