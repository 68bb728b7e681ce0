"use client";

import type { Environment } from "#lib/contracts/environment.ts";
import type { OrderDraft, PreflightResult, TypedLine } from "#lib/contracts/orders/placeOrder.ts";
import type { LineProblem } from "#lib/contracts/problem.ts";
import type { Product } from "#lib/contracts/catalog/product.ts";
import type { DraftProducts } from "#lib/orders/drafts/draftLine.ts";
import { parseTags } from "#lib/contracts/orders/orderTags.ts";
import { codeWarning } from "#lib/orders/drafts/draftRules.ts";
import { paths } from "#lib/paths.ts";
import { formatCount } from "#lib/text/counts.ts";
import { Amount } from "#components/money/Amount.tsx";
import { StackCell, StackNote, StackRow, StackTable } from "#components/ui/display/StackTable.tsx";
import { Banner } from "#components/ui/feedback/Banner.tsx";
import { Description, DescriptionList } from "#components/ui/display/DescriptionList.tsx";
import { FieldError } from "#components/ui/inputs/Field.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import { LineMessage } from "#components/orders/LineMessage.tsx";
import { changesSinceAdded } from "#components/orders/builder/sending/placeRequest.ts";
import { RejectionNote } from "#components/orders/builder/lines/RejectionNote.tsx";
import { WalletBalance } from "./WalletBalance.tsx";

const COLUMNS = "md:grid-cols-[minmax(0,1fr)_6.5rem_4.5rem_4rem_7.5rem]";
const HEADS = [
  { text: "Product" },
  { text: "Unit price", numeric: true },
  { text: "Quantity", numeric: true },
  { text: "Country" },
  { text: "Total", numeric: true },
];

export type ReviewBodyProps = {
  environment: Environment;
  checked: PreflightResult;
  draft: OrderDraft;
  lines: readonly TypedLine[];
  /** The order reference that it is sent with; null: one is generated. */
  code: string | null;
  /** The products as they were before the check. */
  known: DraftProducts;
  refused: readonly LineProblem[];
  /** The orders have their outcome: the balances are out of date, and the references are shown with the outcomes. */
  isSent: boolean;
};

/** The order as it will be sent, or was sent, line by line. */
export function ReviewBody(props: ReviewBodyProps) {
  const { environment, checked, draft, lines, code, known, refused, isSent } = props;
  const warning = codeWarning(code ?? "");
  const tags = parseTags(draft.tags ?? "");
  const hasDetails = tags.length > 0 || [draft.purchaseOrder, draft.note].some((text) => text.trim() !== "");
  return (
    <>
      {checked.orderProblems.map((message) => (
        <Banner key={message} tone="refused" live="alert" className="mb-3" title={message}>
          {checked.existingReference === null ? null : (
            <TextLink href={paths.order(checked.existingReference)}>View that order</TextLink>
          )}
        </Banner>
      ))}
      <StackTable label="Lines to order" sticky={false} heads={HEADS} columns={COLUMNS}>
        {checked.lines.map((line, index) => (
          <ReviewLine
            // Several lines can have the same product, so the key includes the position.
            key={`${index} ${line.productId}`}
            line={line}
            currency={checked.currency}
            changes={changesOf(lines[index], known.get(line.productId), line)}
            problems={checked.problems.filter((each) => each.index === index)}
            rejections={refused.filter((each) => each.index === index)}
          />
        ))}
      </StackTable>
      <p className="flex items-baseline justify-between gap-3 py-3">
        <span className="font-medium">Order total</span>
        <Amount minor={checked.price} currency={checked.currency} className="text-lg font-semibold" />
      </p>
      {isSent ? null : (
        <WalletBalance
          environment={environment}
          currency={checked.currency}
          total={checked.price}
          inFlight={checked.inFlight}
          showsDays
        />
      )}
      {isSent && !hasDetails ? null : (
        <DescriptionList className="mt-4">
          {isSent ? null : (
            <Description term="Order reference">
              {code === null ? (
                "Generated automatically"
              ) : (
                <code translate="no" className="inline-block max-w-full font-mono break-all">
                  {code}
                </code>
              )}
              {warning === null ? null : <p className="text-[0.8125rem] text-partial">{warning}</p>}
            </Description>
          )}
          {draft.purchaseOrder.trim() === "" ? null : (
            <Description term="Purchase order">
              <bdi translate="no">{draft.purchaseOrder}</bdi>
            </Description>
          )}
          {tags.length === 0 ? null : (
            <Description term="Tags">
              <bdi translate="no">{tags.join(", ")}</bdi>
            </Description>
          )}
          {draft.note.trim() === "" ? null : (
            <Description term="Note">
              <bdi translate="no">{draft.note}</bdi>
            </Description>
          )}
        </DescriptionList>
      )}
    </>
  );
}

type CheckedLine = PreflightResult["lines"][number];

function changesOf(
  typed: TypedLine | undefined,
  known: Product | null | undefined,
  line: CheckedLine,
): string[] {
  return typed && line.product ? changesSinceAdded(typed, known, line.product) : [];
}

function ReviewLine({
  line,
  currency,
  changes,
  problems,
  rejections,
}: {
  line: CheckedLine;
  currency: string;
  changes: readonly string[];
  problems: readonly LineProblem[];
  /** What the service said about the line. */
  rejections: readonly LineProblem[];
}) {
  return (
    <StackRow columns={COLUMNS}>
      <StackCell className="font-medium wrap-anywhere">
        <bdi translate="no" className="line-clamp-3">
          {line.product?.name ?? `Product ${line.productId}`}
        </bdi>
      </StackCell>
      <StackCell label="Unit price" numeric>
        <Amount minor={line.price} currency={currency} />
      </StackCell>
      <StackCell label="Quantity" numeric>
        <span>{formatCount(line.quantity)}</span>
      </StackCell>
      <StackCell label="Country">
        <span>{line.countryCode ?? "–"}</span>
      </StackCell>
      <StackCell label="Total" numeric className="font-medium">
        <Amount minor={line.total} currency={currency} />
      </StackCell>
      {changes.length + problems.length + rejections.length > 0 ? (
        <StackNote className="pb-1">
          {problems.map(({ message }) => (
            <FieldError key={message}>
              <LineMessage message={message} />
            </FieldError>
          ))}
          {rejections.map(({ message }) => (
            <RejectionNote key={message} message={message} currency={currency} />
          ))}
          {changes.map((change) => (
            <p key={change} className="text-[0.8125rem] text-partial">
              {change}
            </p>
          ))}
        </StackNote>
      ) : null}
    </StackRow>
  );
}
