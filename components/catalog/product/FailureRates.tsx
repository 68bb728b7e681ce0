"use client";

import { useQuery } from "@tanstack/react-query";
import type { FailureRates as Rates } from "#lib/contracts/claims/claims.ts";
import { rateText } from "#lib/claims/rateText.ts";
import { failureRatesQuery } from "#lib/queries/claims.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { usePermission } from "#components/shell/viewer/ViewerProvider.tsx";
import { Description } from "#components/ui/display/DescriptionList.tsx";

/** How many codes of a product and of its brands have failed, for members who order. */
export function FailureRates({ productId }: { productId: number }) {
  const places = usePermission("orders.place");
  const seesStock = usePermission("stock.read");
  return places && seesStock ? <Failed productId={productId} /> : null;
}

function Failed({ productId }: { productId: number }) {
  const { data } = useQuery(failureRatesQuery(useEnvironment(), productId));
  return (
    <Description term="Codes that failed">
      {data === undefined ? "…" : rateText(data.product)}
      {data === undefined ? null : <OfBrands brands={data.brands} />}
    </Description>
  );
}

function OfBrands({ brands }: Pick<Rates, "brands">) {
  return brands.map(({ brand, ...rate }) =>
    rate.delivered === 0 ? null : (
      <span key={brand} className="block text-[0.8125rem] text-ink-faint">
        <bdi translate="no">{brand}</bdi>: {rateText(rate)}
      </span>
    ),
  );
}
