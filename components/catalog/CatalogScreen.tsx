"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useDeferredValue, useState, type ReactNode } from "react";
import {
  addressQuery,
  countChosen,
  parseAddress,
  viewQuery,
  type CatalogAddress,
} from "#lib/catalog/views/viewParams.ts";
import { chosenFilters } from "#lib/catalog/views/chosenFilters.ts";
import type { CatalogPage, CatalogView } from "#lib/contracts/catalog/catalog.ts";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { paths } from "#lib/paths.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { catalogWindowQuery } from "#lib/queries/catalog/catalog.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { PageHeader } from "#components/shell/page/PageHeader.tsx";
import { usePermission } from "#components/shell/viewer/ViewerProvider.tsx";
import { FilterChips } from "#components/ui/actions/FilterChips.tsx";
import { LinkButton } from "#components/ui/actions/LinkButton.tsx";
import { AsOf } from "#components/time/AsOf.tsx";
import { useIsHydrated } from "#components/ui/useIsHydrated.ts";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { OrderNote } from "./OrderNote.tsx";
import { CatalogResults } from "./CatalogResults.tsx";
import { FacetPanel } from "#components/catalog/filters/FacetPanel.tsx";
import { BesideFilters } from "#components/catalog/filters/BesideFilters.tsx";
import { FilterSheet } from "#components/catalog/filters/FilterSheet.tsx";
import type { AddAll, AddedQuantities } from "#components/catalog/list/ProductList.tsx";
import { useOrdering } from "#components/catalog/list/useOrdering.ts";
import type { AddProduct } from "#components/catalog/product/ProductSheet.tsx";
import { SearchField } from "#components/catalog/filters/SearchField.tsx";
import { useAddress, type AddressForm } from "#components/catalog/filters/useAddress.ts";
import { useCatalogHead } from "./useCatalogHead.ts";
import { useFilters } from "#components/catalog/filters/useFilters.ts";
import { SavedViews } from "#components/catalog/views/SavedViews.tsx";
import { closeDialog, loadedOnUse } from "#components/ui/overlays/loadedOnUse.tsx";

// What only an opened product needs is loaded when the pointer is on one.
const ProductSheet = loadedOnUse(
  async () => (await import("#components/catalog/product/ProductSheet.tsx")).ProductSheet,
  closeDialog,
);
const loadSheet = () => void ProductSheet.load();

export type CatalogScreenProps = {
  /** Adds a product to the order being built; absent for members who do not place orders. */
  onAdd?: AddProduct;
  /** Adds several products, each at its price or suggested amount; returns whether they were added. */
  onAddAll?: AddAll;
  /** How many of each product were added here. */
  added?: AddedQuantities;
  /** Shown beside the title, such as a link to the order being built. */
  actions?: ReactNode;
};

const ADDRESS: AddressForm<CatalogAddress> = {
  path: paths.catalog(),
  parse: parseAddress,
  write: addressQuery,
};

export function CatalogScreen({ onAdd, onAddAll, added, actions }: CatalogScreenProps) {
  const environment = useEnvironment();
  const maySeeStock = usePermission("stock.read");
  const { address, go, now } = useAddress(ADDRESS);
  const { view, productId } = address;
  const { head, shown, rangeProblems } = useCatalogHead(environment, view);
  const [pointed, setPointed] = useState<Product | null>(null);
  const [openedFrom, setOpenedFrom] = useState<CatalogView | null>(null);

  const client = useQueryClient();
  const show = useCallback(
    (next: CatalogView, how: "push" | "replace" = "push", opened: number | null = null) => {
      // Before anything is rendered, so that the request is already under way.
      void client.prefetchQuery(catalogWindowQuery(environment, next, 0));
      go({ view: next, productId: opened }, how);
    },
    [client, environment, go],
  );
  const open = useCallback(
    (product: Product) => {
      // Reads the current address, so that rows need not be rendered again when the view changes.
      const from = now().view;
      setPointed(product);
      setOpenedFrom(from);
      go({ view: from, productId: product.id }, "push");
    },
    [go, now],
  );
  function close() {
    // Goes back to the list as it was, so that the back button does not open the product again.
    if (openedFrom !== null && viewQuery(openedFrom) === viewQuery(view)) window.history.back();
    else go({ view, productId: null }, "replace");
    setOpenedFrom(null);
  }
  const ordering = useOrdering(onAdd, onAddAll, open, added);
  function search(q: string) {
    // The current address: since the last keystroke a filter may have been chosen, or a product opened, which stays open.
    const { view: before, productId: opened } = now();
    if (q === (before.q ?? "")) return;
    const { q: _, ...rest } = before;
    const next = q === "" ? rest : { ...rest, q };
    show(next, before.q === undefined && opened === null ? "push" : "replace", opened);
  }
  const filters = useFilters(show, now);
  const { countedPage, hasEveryGroup } = useCountedPage(head.data);
  const panel = countedPage ? { view, filters, rangeProblems, page: countedPage } : null;

  return (
    <>
      <PageHeader
        title="Catalog"
        aside={
          head.data ? (
            <>
              <HowMany page={head.data} />
              <OrderNote
                view={shown}
                page={head.data}
                onCurrency={(currency) => show({ ...now().view, currency: [currency] })}
              />
            </>
          ) : null
        }
        actions={
          <>
            <LinkButton href={paths.catalogChanges()}>Changes</LinkButton>
            {maySeeStock ? <LinkButton href={paths.stock()}>Stock</LinkButton> : null}
            {actions}
          </>
        }
      />
      <BesideFilters
        filters={
          <>
            {panel ? <FacetPanel {...panel} isShort={!hasEveryGroup} /> : null}
            {head.data ? null : <SkeletonRows rows={8} label="Loading filters" />}
          </>
        }
      >
        <div className="mb-3 flex gap-2">
          <SearchField
            label="Search the catalog"
            placeholder="Search by name, brand, country or product ID"
            value={view.q ?? ""}
            onSearch={search}
          />
          <SavedViews view={view} onOpen={show} />
          {panel ? (
            <FilterSheet
              chosen={countChosen(view)}
              done={`Show ${counted(panel.page.total, "product", "products")}`}
            >
              <FacetPanel {...panel} />
            </FilterSheet>
          ) : null}
        </div>
        <FilterChips
          chips={chosenFilters(view)}
          onRemove={({ without }) => show(without)}
          onClear={filters.onClear}
        />
        <CatalogResults
          head={head}
          ordering={ordering}
          onOpen={open}
          onPoint={loadSheet}
          view={shown}
          onSort={(column) => show(sorted(now().view, column))}
          onClear={() => show({})}
        />
      </BesideFilters>
      {productId === null ? null : (
        <ProductSheet
          key={productId}
          productId={productId}
          known={pointed?.id === productId ? pointed : head.data?.items.find(({ id }) => id === productId)}
          onClose={close}
          onAdd={onAdd}
        />
      )}
    </>
  );
}

/**
 * The counts that the filters show. Rows come first: when a list changes or the page is opened from another one, the counts
 * follow a moment later. The page from the server contains the groups that are visible; the others follow once it is interactive.
 */
function useCountedPage(page: CatalogPage | undefined) {
  const isHydrated = useIsHydrated();
  const countedPage = useDeferredValue(page, isHydrated ? null : page);
  const hasEveryGroup = useDeferredValue(isHydrated);
  return { countedPage, hasEveryGroup };
}

/** Sorting by a column again reverses the order; once more returns to the order of relevance. */
function sorted(view: CatalogView, column: "name" | "price"): CatalogView {
  const { sort, ...rest } = view;
  if (column === "name") return sort === "name" ? rest : { ...rest, sort: "name" };
  if (sort === "-price") return rest;
  return { ...rest, sort: sort === "price" ? "-price" : "price" };
}

function HowMany({ page }: { page: CatalogPage }) {
  return (
    <p className="text-ink-faint" aria-live="polite">
      {page.total === page.of
        ? counted(page.total, "product", "products")
        : `${formatCount(page.total)} of ${counted(page.of, "product", "products")}`}{" "}
      <AsOf at={page.asOf} />
    </p>
  );
}
