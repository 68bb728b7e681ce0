import type { CatalogPage, CatalogView } from "#lib/contracts/catalog.ts";
import { FACETS, type Facet } from "#lib/catalog/facets.ts";
import { countChosen } from "#lib/catalog/viewParams.ts";
import { Button } from "#components/ui/Button.tsx";
import { AskedFacet, FacetGroup } from "./FacetGroup.tsx";

export type FacetPanelProps = {
  view: CatalogView;
  facets: CatalogPage["facets"];
  askedFacets: CatalogPage["askedFacets"];
  onToggle: (facet: Facet, value: string) => void;
  onClear: () => void;
};

/** Everything a catalog can be narrowed by; a facet with nothing to choose is left out. */
export function FacetPanel({ view, facets, askedFacets, onToggle, onClear }: FacetPanelProps) {
  const chosen = (facet: Facet): readonly string[] => {
    const values = view[facet] ?? [];
    return typeof values === "string" ? [values] : values;
  };
  const count = countChosen(view);
  return (
    <>
      {FACETS.map((facet) => {
        if (askedFacets.some((asked) => asked === facet)) {
          return <AskedFacet key={facet} facet={facet} chosen={chosen(facet)} onToggle={onToggle} />;
        }
        if (facets[facet].length === 0) return null;
        return (
          <FacetGroup
            key={facet}
            facet={facet}
            counts={facets[facet]}
            chosen={chosen(facet)}
            onToggle={onToggle}
          />
        );
      })}
      {count === 0 ? null : (
        <Button size="small" className="mt-3" onClick={onClear}>
          {count === 1 ? "Clear the filter" : `Clear ${count} filters`}
        </Button>
      )}
    </>
  );
}
