"use client";

import { useQuery } from "@tanstack/react-query";
import { paths } from "#lib/paths.ts";
import { catalogStatusQuery, type CatalogStatus } from "#lib/queries/catalog/catalogStatus.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { QueryPart } from "#components/shell/page/QueryPart.tsx";
import { Section } from "#components/shell/page/Section.tsx";
import { AsOf } from "#components/time/AsOf.tsx";
import { Skeleton } from "#components/ui/feedback/Skeleton.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";

/** The number of products in the catalog, and when they were last loaded. */
export function CatalogPart() {
  const query = useQuery(catalogStatusQuery(useEnvironment()));
  return (
    <Section
      title={<TextLink href={paths.catalog()}>Catalog</TextLink>}
      aside={query.data ? <AsOf at={query.data.asOf} /> : null}
    >
      <QueryPart
        compact
        query={query}
        failed="The catalog couldn't be loaded"
        skeleton={
          <div role="status" className="flex min-h-10 items-center">
            <span className="sr-only">Loading the catalog</span>
            <Skeleton className="h-3.5 w-28" />
          </div>
        }
      >
        {(data) => <Status status={data} />}
      </QueryPart>
    </Section>
  );
}

function Status({ status }: { status: CatalogStatus }) {
  const { total, progress, staleReason } = status;
  return (
    <>
      <p className="flex min-h-10 items-center tabular-nums">
        {progress ? progressWords(progress) : counted(total, "product", "products")}
      </p>
      {staleReason ? <p className="text-partial">{staleReason}</p> : null}
    </>
  );
}

function progressWords({ seen, total }: NonNullable<CatalogStatus["progress"]>): string {
  return total === null
    ? `Loading for the first time: ${counted(seen, "product", "products")} so far`
    : `Loading for the first time: ${formatCount(seen)} of ${counted(total, "product", "products")}`;
}
