import type { CatalogPage, CatalogView } from "#lib/contracts/catalog/catalog.ts";
import { Button } from "#components/ui/actions/Button.tsx";

/** How many currencies are offered: the most common ones. The filters have all. */
const OFFERED = 3;

type OrderNoteProps = {
  view: CatalogView;
  page: CatalogPage;
  onCurrency: (currency: string) => void;
};

/** Says how the list is ordered where its head does not. Beside the title, where it moves no row. */
export function OrderNote(props: OrderNoteProps) {
  const { view, page } = props;
  if (view.sort === "price" || view.sort === "-price") return <WithinCurrencies {...props} />;
  if (view.sort === "name" || page.total < 2) return null;
  const [first] = page.items;
  const isRecent = page.recentlyOrdered.some(({ productId }) => productId === first?.id);
  return (
    <p className="text-ink-faint max-sm:hidden">
      {view.q ? "Best match first" : isRecent ? "Recently ordered first" : "By name"}
    </p>
  );
}

/** How prices of several currencies are sorted, with an offer to see those of one. */
function WithinCurrencies({ view, page, onCurrency }: OrderNoteProps) {
  if (view.currency?.length === 1) return null;
  const present = page.facets.currency.filter(({ count }) => count > 0);
  if (present.length < 2) return null;
  const offered = present.toSorted((a, b) => b.count - a.count).slice(0, OFFERED);
  return (
    <p className="flex flex-wrap items-center gap-x-1 text-ink-soft">
      Sorted within each currency. Only
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
