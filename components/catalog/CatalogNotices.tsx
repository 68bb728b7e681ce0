import { PackageSearch } from "lucide";
import { countChosen } from "#lib/catalog/views/viewParams.ts";
import { countFavouriteLists } from "#lib/catalog/favourites/favourites.ts";
import type { CatalogPage, CatalogView } from "#lib/contracts/catalog/catalog.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { Banner } from "#components/ui/feedback/Banner.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { EmptyState } from "#components/ui/feedback/EmptyState.tsx";
import { NoFavourites } from "#components/catalog/favourites/NoFavourites.tsx";

const NEVER_COMPLETE = "Your catalog couldn't be loaded completely";
const OUT_OF_DATE = "This list may be incomplete or out of date";

/** Notices about the list: the progress of the first sync run, and why the list may be out of date. */
export function CatalogNotices({ page }: { page: CatalogPage }) {
  return (
    <>
      {page.progress ? <FirstSync progress={page.progress} /> : null}
      {page.stale && page.staleReason !== null ? (
        <Banner tone="partial" title={page.asOf === null ? NEVER_COMPLETE : OUT_OF_DATE} className="mb-3">
          <p>{page.staleReason}</p>
          <p>You see the products as they were last loaded. Open a product to see its current data.</p>
        </Banner>
      ) : null}
    </>
  );
}

function FirstSync({ progress: { seen, total } }: { progress: NonNullable<CatalogPage["progress"]> }) {
  return (
    <Banner
      tone="processing"
      live="off"
      title="Your catalog is being loaded for the first time"
      className="mb-3"
    >
      <p>
        {total === null
          ? `${counted(seen, "product", "products")} so far.`
          : `${formatCount(seen)} of ${counted(total, "product", "products")}.`}
        {seen === 0 ? null : " You can search them already."}
      </p>
      {total === null ? (
        <progress className="mt-1 h-1.5 w-full accent-processing" aria-label="Products loaded" />
      ) : (
        <progress
          max={total}
          value={Math.min(seen, total)}
          className="mt-1 h-1.5 w-full accent-processing"
          aria-label="Products loaded"
        />
      )}
    </Banner>
  );
}

/** Why the list is empty, and what to do. */
export function NothingFound({
  view,
  page,
  onClear,
}: {
  view: CatalogView;
  page: CatalogPage;
  onClear: () => void;
}) {
  const filters = countChosen(view);
  if (view.favourites && !view.q && filters === countFavouriteLists(view.favourites)) {
    return <NoFavourites choice={view.favourites} onClear={onClear} />;
  }
  if (!view.q && filters === 0) {
    // Until the whole catalog has been loaded once, nobody knows whether it is empty.
    return page.progress || page.asOf === null ? null : (
      <EmptyState icon={PackageSearch} title="Your catalog is empty">
        The service lists no products for your account. Ask your account manager which ones you can order.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={PackageSearch}
      title={
        view.q ? (
          <bdi translate="no" className="wrap-anywhere">{`No results for “${view.q}”`}</bdi>
        ) : (
          "No products match these filters"
        )
      }
      actions={<Button onClick={onClear}>{filters > 0 ? "Clear search and filters" : "Clear search"}</Button>}
    >
      {filters > 0
        ? "Remove a filter, or search for fewer words."
        : "Try fewer or shorter words, or a product ID."}
    </EmptyState>
  );
}
