"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { describeAmounts } from "#lib/catalog/denominations/denomination.ts";
import { WithAmounts } from "#components/money/WithAmounts.tsx";
import type { Product, ProductDetail } from "#lib/contracts/catalog/product.ts";
import { catalogListKey, productQuery } from "#lib/queries/catalog/catalog.ts";
import { isProblemError } from "#lib/queries/client/problemError.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { ProblemState } from "#components/shell/page/ProblemState.tsx";
import { AsOf } from "#components/time/AsOf.tsx";
import { RawResponse } from "#components/ui/display/RawResponse.tsx";
import { Banner } from "#components/ui/feedback/Banner.tsx";
import { Modal } from "#components/ui/overlays/Modal.tsx";
import { Skeleton } from "#components/ui/feedback/Skeleton.tsx";
import { AddToOrder, type AddProduct } from "./AddToOrder.tsx";
import { ProductFavourites } from "#components/catalog/favourites/ProductFavourites.tsx";
import { Changes, ProductDetails } from "./ProductDetails.tsx";
import { PriceHistory } from "./PriceHistory.tsx";
import { ProductOrders } from "./ProductOrders.tsx";

export type { AddProduct } from "./AddToOrder.tsx";

export type ProductSheetProps = {
  productId: number;
  /** The product as the list has it, shown until its current data is loaded. */
  known: Product | undefined;
  onClose: () => void;
  onAdd?: AddProduct;
};

/** Everything about one product, loaded from the service when it opens. */
export function ProductSheet({ productId, known, onClose, onAdd }: ProductSheetProps) {
  const environment = useEnvironment();
  const { data, error, refetch, isFetching } = useQuery(productQuery(environment, productId));
  useUpdatedList(data);
  const product = data ?? known;
  return (
    <Modal
      placement="side"
      open
      onClose={onClose}
      title={
        <bdi translate="no" className="line-clamp-3 wrap-anywhere">
          {product?.name ?? `Product ${productId}`}
        </bdi>
      }
      description={
        product && !(onAdd && product.denomination === "open") ? (
          <WithAmounts>{describeAmounts(product)}</WithAmounts>
        ) : null
      }
    >
      {error !== null && !data ? (
        <>
          <ProblemState
            title={
              isProblemError(error) && error.problem.status === 404
                ? "Product no longer available"
                : "Product couldn't be loaded"
            }
            error={error}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
          <ProductOrders productId={productId} />
        </>
      ) : product ? (
        <Body product={product} detail={data} onAdd={onAdd} />
      ) : (
        <Loading />
      )}
    </Modal>
  );
}

function Body({ product, detail, onAdd }: { product: Product; detail?: ProductDetail; onAdd?: AddProduct }) {
  return (
    <>
      {detail?.stale ? (
        <Banner
          tone="partial"
          title="The service didn't answer. This is the product as last loaded."
          className="mb-4"
        >
          {detail.staleReason}
        </Banner>
      ) : null}
      {detail ? <Changes detail={detail} /> : null}
      {onAdd ? <AddToOrder product={product} onAdd={onAdd} /> : null}
      <ProductFavourites product={product} />
      <ProductDetails product={product} />
      <p className="mt-4 text-[0.8125rem] text-ink-faint" aria-live="polite">
        {detail ? <AsOf at={detail.asOf} /> : "Loading current data from the service…"}
      </p>
      <PriceHistory productId={product.id} />
      <ProductOrders productId={product.id} />
      {/* Shows fields that Codedesk does not know. */}
      {detail ? <RawResponse raw={detail.raw} className="mt-4 border-t border-line pt-3" /> : null}
    </>
  );
}

function Loading() {
  return (
    <div role="status" className="flex flex-col gap-3 pt-2">
      <span className="sr-only">Loading the product</span>
      <Skeleton className="h-9 w-full" />
      <Skeleton className="h-9 w-full" />
      <Skeleton className="h-4 w-2/3" />
      <Skeleton className="h-4 w-1/2" />
    </div>
  );
}

/** The server has updated the list with what it loaded; this updates the rows on screen. */
function useUpdatedList(detail: ProductDetail | undefined): void {
  const client = useQueryClient();
  const environment = useEnvironment();
  const changed = (detail?.changes.length ?? 0) > 0;
  useEffect(() => {
    if (changed) void client.invalidateQueries({ queryKey: catalogListKey(environment) });
  }, [changed, client, environment]);
}
