import type { CatalogPage, CatalogView } from "#lib/contracts/catalog/catalog.ts";
import { Button } from "#components/ui/actions/Button.tsx";

/** How many currencies are offered: the most common ones. The filters have all. */
const OFFERED = 4;

/** Says how prices of several currencies are sorted, and offers to see those of one. Beside the title, where it moves no row. */
export function PriceSortNote({
  view,
  page,
  onCurrency,
}: {
  view: CatalogView;
  page: CatalogPage;
  onCurrency: (currency: string) => void;
}) {
  const isByPrice = view.sort === "price" || view.sort === "-price";
  if (!isByPrice || view.currency?.length === 1) return null;
  const present = page.facets.currency.filter(({ count }) => count > 0);
  if (present.length < 2) return null;
  const offered = present.toSorted((a, b) => b.count - a.count).slice(0, OFFERED);
  return (
    <p className="flex flex-wrap items-center gap-x-1 text-ink-soft">
      Sorted within each currency. Show only
      {offered.map(({ value }) => (
        <Button
          key={value}
          size="small"
          variant="quiet"
          aria-label={`Show only ${value}`}
          onClick={() => onCurrency(value)}
        >
          {value}
        </Button>
      ))}
    </p>
  );
}
