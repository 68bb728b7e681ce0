"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { describeAmounts } from "#lib/catalog/denominations/denomination.ts";
import type { Product, ProductDetail } from "#lib/contracts/product.ts";
import { catalogListKey, productQuery } from "#lib/queries/catalog.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { ProblemState } from "#components/shell/page/ProblemState.tsx";
import { AsOf } from "#components/time/AsOf.tsx";
import { Banner } from "#components/ui/feedback/Banner.tsx";
import { Modal } from "#components/ui/overlays/Modal.tsx";
import { Skeleton } from "#components/ui/feedback/Skeleton.tsx";
import { AddToOrder, type AddProduct } from "./AddToOrder.tsx";
import { ProductFavourites } from "#components/catalog/favourites/ProductFavourites.tsx";
import { Changes, ProductDetails } from "./ProductDetails.tsx";
import { ProductOrders } from "./ProductOrders.tsx";

export type { AddProduct } from "./AddToOrder.tsx";

export type ProductSheetProps = {
  productId: number;
  /** The product as the list has it, shown until it has been read afresh. */
  known: Product | undefined;
  onClose: () => void;
  onAdd?: AddProduct;
};

/** Everything about one product, read afresh from the service when it opens. */
export function ProductSheet({ productId, known, onClose, onAdd }: ProductSheetProps) {
  const environment = useEnvironment();
  const { data, error, refetch, isFetching } = useQuery(productQuery(environment, productId));
  useMendedList(data);
  const product = data ?? known;
  return (
    <Modal
      placement="side"
      open
      onClose={onClose}
      title={<bdi className="line-clamp-3 wrap-anywhere">{product?.name ?? `Product ${productId}`}</bdi>}
      description={product && !(onAdd && product.denomination === "open") ? describeAmounts(product) : null}
    >
      {error !== null && !data ? (
        <>
          <ProblemState
            title="This product could not be read"
            error={error}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
          <ProductOrders productId={productId} />
        </>
      ) : product ? (
        <Body product={product} detail={data} onAdd={onAdd} />
      ) : (
        <Waiting />
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
          title="The service did not answer; this is the product as last read"
          className="mb-4"
        >
          {detail.staleReason}
        </Banner>
      ) : null}
      {detail ? <Changes detail={detail} /> : null}
      {/* A price that changed starts the form anew, so that nobody adds yesterday's. */}
      {onAdd ? (
        <AddToOrder key={`${product.price} ${product.denomination}`} product={product} onAdd={onAdd} />
      ) : null}
      <ProductFavourites product={product} />
      <ProductDetails product={product} />
      <p className="mt-4 text-[0.8125rem] text-ink-faint" aria-live="polite">
        {detail ? <AsOf at={detail.asOf} /> : "Reading it afresh from the service…"}
      </p>
      <ProductOrders productId={product.id} />
      {detail ? <RawRecord raw={detail.raw} /> : null}
    </>
  );
}

const RAW_LIMIT = 20_000;

/** The record as it came, for the fields nobody told us about. */
function RawRecord({ raw }: { raw: unknown }) {
  const text = JSON.stringify(raw, null, 2) ?? "";
  return (
    <details className="mt-4 border-t border-line pt-3">
      <summary className="font-medium">Everything the service says</summary>
      <pre
        dir="ltr"
        className="mt-2 rounded-md bg-surface p-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
      >
        {text.length > RAW_LIMIT ? `${text.slice(0, RAW_LIMIT)}\n…` : text}
      </pre>
    </details>
  );
}

function Waiting() {
  return (
    <div role="status" className="flex flex-col gap-3 pt-2">
      <span className="sr-only">Reading the product</span>
      <Skeleton className="h-9 w-full" />
      <Skeleton className="h-9 w-full" />
      <Skeleton className="h-4 w-2/3" />
      <Skeleton className="h-4 w-1/2" />
    </div>
  );
}

/** The server has mended the list with what it read; the rows in sight follow. */
function useMendedList(detail: ProductDetail | undefined): void {
  const client = useQueryClient();
  const environment = useEnvironment();
  const changed = (detail?.changes.length ?? 0) > 0;
  useEffect(() => {
    if (changed) void client.invalidateQueries({ queryKey: catalogListKey(environment) });
  }, [changed, client, environment]);
}
