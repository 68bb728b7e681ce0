"use client";

import type { CatalogPage, CatalogView } from "#lib/contracts/catalog/catalog.ts";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { ProblemState } from "#components/shell/page/ProblemState.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { ProductList, type Ordering } from "#components/catalog/list/ProductList.tsx";
import { useStillWhilePressed } from "#components/ui/useStillWhilePressed.ts";
import { CatalogNotices, NothingFound } from "./CatalogNotices.tsx";

export type CatalogResultsProps = {
  ordering: Ordering | undefined;
  view: CatalogView;
  head: {
    data: CatalogPage | undefined;
    error: unknown;
    isPlaceholderData: boolean;
    isFetching: boolean;
    refetch: () => Promise<unknown>;
  };
  onOpen: (product: Product) => void;
  onPoint: () => void;
  onSort: (column: "name" | "price") => void;
  onClear: () => void;
};

/** The products that were found, or why there are none; they stay in place while one is pressed. */
export function CatalogResults(props: CatalogResultsProps) {
  const { still, onPointerDown } = useStillWhilePressed(props);
  return (
    // Interactive elements are inside; this only keeps them in place while one is pressed.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onPointerDown={onPointerDown}>
      <Found {...still} />
    </div>
  );
}

function Found({ view, head, ordering, onOpen, onPoint, onSort, onClear }: CatalogResultsProps) {
  if (!head.data) {
    return head.error === null ? (
      <SkeletonRows rows={14} label="Loading the catalog" />
    ) : (
      <ProblemState
        title="The catalog couldn't be searched"
        error={head.error}
        onRetry={() => void head.refetch()}
        retrying={head.isFetching}
      />
    );
  }
  return (
    <>
      <CatalogNotices page={head.data} />
      {head.data.total === 0 && !head.isPlaceholderData ? (
        <NothingFound view={view} onClear={onClear} page={head.data} />
      ) : (
        <ProductList
          view={view}
          ordering={ordering}
          onOpen={onOpen}
          onPoint={onPoint}
          onSort={onSort}
          head={head.data}
          waiting={head.isPlaceholderData}
        />
      )}
    </>
  );
}
