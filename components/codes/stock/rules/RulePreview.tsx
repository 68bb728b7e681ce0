"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import type { PreviewRuleRequest, RulePreview } from "#lib/contracts/restock/restockRules.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";
import { positionOf } from "#lib/restock/refill.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { previewRule, rulePreviewQuery } from "#lib/queries/restock.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { Amount } from "#components/money/Amount.tsx";
import { WithAmounts } from "#components/money/WithAmounts.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { QueryPart } from "#components/shell/page/QueryPart.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { Modal } from "#components/ui/overlays/Modal.tsx";

/** Shows on request what the rule that is being typed would do now. */
export function PreviewOfForm({
  asked,
  onIncomplete,
}: {
  asked: PreviewRuleRequest | null;
  onIncomplete: () => void;
}) {
  const environment = useEnvironment();
  const preview = useMutation({ mutationFn: (body: PreviewRuleRequest) => previewRule(environment, body) });
  // Another answer than to what is typed now would mislead.
  const isCurrent = JSON.stringify(preview.variables) === JSON.stringify(asked);
  return (
    <div>
      <Button
        size="small"
        loading={preview.isPending}
        onClick={() => (asked === null ? onIncomplete() : preview.mutate(asked))}
      >
        Preview what it would do
      </Button>
      <div role="status" className="pt-2">
        {isCurrent && preview.data !== undefined ? <PreviewList preview={preview.data} /> : null}
        {isCurrent && preview.error !== null ? (
          <p className="text-refused">{asProblem(preview.error).detail}</p>
        ) : null}
      </div>
    </div>
  );
}

/** What a rule of a view would do now, for whoever is about to approve it. */
export function PreviewDialog({
  ruleId,
  name,
  onClose,
}: {
  ruleId: string;
  name: string;
  onClose: () => void;
}) {
  const query = useQuery(rulePreviewQuery(useEnvironment(), ruleId));
  return (
    <Modal
      open
      onClose={onClose}
      title="What the rule would do now"
      description={<bdi translate="no">{name}</bdi>}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <QueryPart
        compact
        query={query}
        failed="The preview couldn't be made"
        skeleton={<SkeletonRows rows={3} label="Making the preview" />}
      >
        {(preview) => <PreviewList preview={preview} />}
      </QueryPart>
    </Modal>
  );
}

function PreviewList({ preview }: { preview: RulePreview }) {
  const { items, acts, currency } = preview;
  const left = acts.products - items.filter(({ quantity }) => quantity > 0).length;
  return (
    <div className="text-[0.8125rem]">
      <p className="font-medium tabular-nums">
        <WithAmounts>{summaryOf(preview)}</WithAmounts>
      </p>
      {items.length === 0 ? null : (
        <ul className="mt-1 max-h-64 overflow-y-auto">
          {items.map(({ productId, productName, position, quantity, price, problem }) => (
            <li key={productId} className="flex flex-wrap justify-between gap-x-3 border-b border-line py-1">
              <span className="min-w-0 wrap-anywhere">
                <bdi translate="no">{productName ?? `Product ${productId}`}</bdi>
                <span className="text-ink-soft"> · {formatCount(positionOf(position))} there</span>
              </span>
              <span className="text-ink-soft tabular-nums">
                {problem === null ? (
                  <>
                    {counted(quantity, "code", "codes")} ·{" "}
                    <Amount minor={quantity * (price ?? 0)} currency={currency ?? ""} />
                  </>
                ) : (
                  <WithAmounts>{problem}</WithAmounts>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {left > 0 ? (
        <p className="pt-1 text-ink-soft">And {counted(left, "product", "products")} more.</p>
      ) : null}
    </div>
  );
}

/** `Looks after 24 products. 3 have too few codes: 40 codes for €120.00.` */
function summaryOf({ products, elsewhere, acts, problem, currency }: RulePreview): string {
  if (problem !== null) return problem;
  const others = elsewhere === 0 ? "" : ` ${counted(elsewhere, "other has", "others have")} a rule already.`;
  const has = `Looks after ${counted(products, "product", "products")}.${others}`;
  if (acts.products === 0) return `${has} Nothing to do now.`;
  const total = formatAmount(acts.total, currency ?? "");
  return `${has} ${counted(acts.products, "has", "have")} too few codes: ${counted(acts.codes, "code", "codes")} for ${total}.`;
}
