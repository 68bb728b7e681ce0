import { PackageSearch } from "lucide-react";
import { countChosen } from "#lib/catalog/views/viewParams.ts";
import { countFavouriteLists } from "#lib/catalog/favourites.ts";
import type { CatalogPage, CatalogView } from "#lib/contracts/catalog.ts";
import { Banner } from "#components/ui/feedback/Banner.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { EmptyState } from "#components/ui/feedback/EmptyState.tsx";
import { NoFavourites } from "#components/catalog/favourites/NoFavourites.tsx";

const NEVER_WHOLE = "Your catalog could not be read to its end";
const NOT_SURE = "This list may be incomplete or old";

/** What to know about the list: how far the first reading is, and why it may be old. */
export function CatalogNotices({ page }: { page: CatalogPage }) {
  return (
    <>
      {page.progress ? <FirstReading progress={page.progress} /> : null}
      {page.stale && page.staleReason !== null ? (
        <Banner tone="partial" title={page.asOf === null ? NEVER_WHOLE : NOT_SURE} className="mb-3">
          <p>{page.staleReason}</p>
          <p>You see the products as they were last read. A product is read afresh when you open it.</p>
        </Banner>
      ) : null}
    </>
  );
}

function FirstReading({ progress: { seen, total } }: { progress: NonNullable<CatalogPage["progress"]> }) {
  const count = seen.toLocaleString("en");
  return (
    <Banner
      tone="processing"
      live="off"
      title="Your catalog is being read for the first time"
      className="mb-3"
    >
      <p>
        {total === null
          ? `${count} products so far. You can search them already.`
          : `${count} of ${total.toLocaleString("en")} products. You can search them already.`}
      </p>
      {total === null ? (
        <progress className="mt-1 h-1.5 w-full accent-processing" aria-label="Products read" />
      ) : (
        <progress
          max={total}
          value={Math.min(seen, total)}
          className="mt-1 h-1.5 w-full accent-processing"
          aria-label="Products read"
        />
      )}
    </Banner>
  );
}

/** An empty list says why it is, and what to do. */
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
    // Before it was read once to its end nobody knows that it is empty.
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
          <bdi className="wrap-anywhere">{`Nothing fits “${view.q}”`}</bdi>
        ) : (
          "Nothing fits these filters"
        )
      }
      actions={
        <Button onClick={onClear}>{filters > 0 ? "Clear search and filters" : "Clear the search"}</Button>
      }
    >
      {filters > 0
        ? "Take back a filter, or search for less."
        : "Search for fewer or shorter words, or for a product id."}
    </EmptyState>
  );
}
