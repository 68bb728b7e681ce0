"use client";

import { useQuery } from "@tanstack/react-query";
import type { Stock } from "#lib/contracts/codes/stock.ts";
import { stockQuery } from "#lib/queries/codes.ts";
import { paths } from "#lib/paths.ts";
import { formatCount } from "#lib/text/counts.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { usePermission } from "#components/shell/viewer/ViewerProvider.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import { Description } from "#components/ui/display/DescriptionList.tsx";

/** How many codes of a product the team still has, for members who may see the stock. */
export function CodesLeft({ productId }: { productId: number }) {
  return usePermission("stock.read") ? <Left productId={productId} /> : null;
}

function Left({ productId }: { productId: number }) {
  const { data } = useQuery(stockQuery(useEnvironment()));
  const maySeeHistory = usePermission("orders.read");
  return (
    <Description term="Codes left">
      {data === undefined ? "…" : leftText(data, productId)}{" "}
      {maySeeHistory ? <TextLink href={paths.stockHistory(productId)}>History</TextLink> : null}
    </Description>
  );
}

/** `12 untouched, 3 exported`; what nobody has seen comes first. */
export function leftText({ items, hasMore }: Stock, productId: number): string {
  const found = items.find((each) => each.productId === productId);
  // Those with the most codes left are listed, so one beyond them has few.
  if (found === undefined) return hasMore ? "Few or none" : "None";
  const counts = (["untouched", "revealed", "exported"] as const).flatMap((kind) =>
    found[kind] === 0 ? [] : `${formatCount(found[kind])} ${kind}`,
  );
  return counts.length === 0 ? "None" : counts.join(", ");
}
