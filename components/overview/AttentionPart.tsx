"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import type { Attention } from "#lib/contracts/orders/attention.ts";
import { referenceOf } from "#lib/orders/references/referenceOf.ts";
import { attentionQuery } from "#lib/queries/orders/attention.ts";
import { paths } from "#lib/paths.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { QueryPart } from "#components/shell/page/QueryPart.tsx";
import { Section } from "#components/shell/page/Section.tsx";
import { usePermission } from "#components/shell/viewer/ViewerProvider.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import { StackTable } from "#components/ui/display/StackTable.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { ATTENTION_COLUMNS, AttentionRow } from "./AttentionRow.tsx";
import { useDismiss, type Dismissing } from "./useDismiss.ts";

const TITLE = "Needs attention";
const HEADS = [
  { text: "Order" },
  { text: "State" },
  { text: "Total", numeric: true },
  { text: "Action", hidden: true },
];

/** Orders that a person should know about or act on, until somebody dismisses them. */
export function AttentionPart() {
  const query = useQuery(attentionQuery(useEnvironment()));
  const { data } = query;
  const dismissing = useDismiss();
  const mayDismiss = usePermission("orders.dismiss");
  const mayPlace = usePermission("orders.place");
  const isAll = data !== undefined && data.items.length === data.total;
  return (
    <Section
      title={TITLE}
      aside={
        data && data.total > 0 ? <span className="text-ink-faint">{formatCount(data.total)}</span> : null
      }
      actions={
        data && data.items.length > 1 && mayDismiss ? (
          <Button
            size="small"
            loading={dismissing.isPending}
            onClick={() => dismissing.change(data.items, true)}
          >
            {isAll ? "Dismiss all" : `Dismiss these ${formatCount(data.items.length)}`}
          </Button>
        ) : null
      }
    >
      <Undo dismissing={dismissing} />
      <QueryPart
        compact
        query={query}
        failed="Orders couldn't be loaded"
        skeleton={<SkeletonRows rows={1} label="Loading orders" />}
      >
        {(read) => <Rows data={read} dismissing={mayDismiss ? dismissing : null} mayPlace={mayPlace} />}
      </QueryPart>
    </Section>
  );
}

function Rows({
  data: { items, total, dismissed, scheduleDates },
  dismissing,
  mayPlace,
}: {
  data: Attention;
  dismissing: Dismissing | null;
  mayPlace: boolean;
}) {
  return (
    <>
      {scheduleDates > 0 ? (
        <p className="flex min-h-11 flex-wrap items-center gap-x-3 border-b border-line">
          {counted(scheduleDates, "date of a schedule was", "dates of schedules were")} not ordered.
          <TextLink href={paths.schedules()}>Decide in Schedules</TextLink>
        </p>
      ) : null}
      {items.length === 0 ? (
        <p className="flex min-h-11 items-center gap-2 text-ink-soft">
          <Icon shape={CircleCheck} className="size-4 shrink-0 text-done" />
          No orders need attention.
        </p>
      ) : (
        <StackTable label={TITLE} heads={HEADS} columns={ATTENTION_COLUMNS}>
          {items.map((order) => (
            <AttentionRow
              key={referenceOf(order)}
              order={order}
              dismissing={dismissing}
              mayPlace={mayPlace}
            />
          ))}
        </StackTable>
      )}
      {total > items.length ? (
        <p className="py-2">
          The newest {formatCount(items.length)} of {formatCount(total)}.{" "}
          <TextLink href={paths.orders()}>View all orders</TextLink>
        </p>
      ) : null}
      {dismissed.length > 0 ? (
        <details className="py-2">
          <summary className="text-ink-soft">
            Dismissed in the last 7 days ({formatCount(dismissed.length)})
          </summary>
          <StackTable
            label="Dismissed in the last 7 days"
            heads={HEADS}
            columns={ATTENTION_COLUMNS}
            sticky={false}
          >
            {dismissed.map((order) => (
              <AttentionRow
                key={referenceOf(order)}
                order={order}
                dismissal={order.dismissal}
                dismissing={dismissing}
                mayPlace={mayPlace}
              />
            ))}
          </StackTable>
        </details>
      ) : null}
    </>
  );
}

/** Offers to undo the last dismissal, or says why a change failed. */
function Undo({ dismissing }: { dismissing: Dismissing }) {
  const { undoable, problem, undo, isPending } = dismissing;
  return (
    <div role="status" className="flex min-h-0 flex-wrap items-center gap-x-3">
      {problem ? <p className="py-2 text-refused">{problem.detail}</p> : null}
      {undoable.length > 0 ? (
        <>
          <p className="py-2 text-ink-soft">
            {undoable.length === 1 ? "Order dismissed." : `${formatCount(undoable.length)} orders dismissed.`}
          </p>
          <Button size="small" loading={isPending} onClick={undo}>
            Undo
          </Button>
        </>
      ) : null}
    </div>
  );
}
