"use client";

import { useQuery } from "@tanstack/react-query";
import { paths } from "#lib/paths.ts";
import { catalogStatusQuery, type CatalogStatus } from "#lib/queries/catalog/catalogStatus.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { Banner } from "#components/ui/feedback/Banner.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";

/** What is the matter with the catalog: it is being loaded for the first time, or out of date. Nothing as long as all is well. */
export function CatalogPart() {
  const { data } = useQuery(catalogStatusQuery(useEnvironment()));
  if (data === undefined) return null;
  const { progress, staleReason } = data;
  if (progress === null && staleReason === null) return null;
  return (
    <Banner
      tone={progress === null ? "partial" : "processing"}
      live="off"
      title={progress === null ? "The catalog may be out of date" : progressWords(progress)}
      className="mb-6"
    >
      {staleReason === null ? null : <p>{staleReason}</p>}
      <p>
        <TextLink href={paths.catalog()}>Browse the catalog</TextLink>
      </p>
    </Banner>
  );
}

function progressWords({ seen, total }: NonNullable<CatalogStatus["progress"]>): string {
  return total === null
    ? `Loading the catalog for the first time: ${counted(seen, "product", "products")} so far`
    : `Loading the catalog for the first time: ${formatCount(seen)} of ${counted(total, "product", "products")}`;
}
