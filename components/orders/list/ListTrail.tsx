"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import { useSearchParams } from "next/navigation";
import type { ReactNode } from "react";
import { parseListAddress } from "#lib/orders/list/listAddress.ts";
import { paths } from "#lib/paths.ts";
import { neighboursQuery } from "#lib/queries/orders/orderList.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { useListFilter } from "#components/orders/list/filters/useListFilter.ts";
import { LinkButton } from "#components/ui/actions/LinkButton.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";

/** The way back to the list from which an order was opened, and to the previous and next orders in it. */
export function ListTrail({ reference }: { reference: string }) {
  const list = useSearchParams().get("list");
  if (list === null) return <TextLink href={paths.orders()}>Orders</TextLink>;
  return <TrailOfList reference={reference} list={list} />;
}

function TrailOfList({ reference, list }: { reference: string; list: string }) {
  const filter = useListFilter(parseListAddress(new URLSearchParams(list)));
  const { data } = useQuery(neighboursQuery(useEnvironment(), reference, filter));
  const step = (text: string, to: string | null, icon: ReactNode) =>
    to === null ? null : (
      <LinkButton size="small" variant="quiet" href={paths.order(to, list)}>
        {icon}
        {text}
      </LinkButton>
    );
  return (
    <nav aria-label="List of orders" className="flex min-h-7 flex-wrap items-center gap-1">
      <TextLink href={paths.orders(list)}>Orders</TextLink>
      <span className="ms-auto flex gap-1">
        {step(
          "Previous order",
          data?.previous ?? null,
          <Icon shape={ChevronLeft} className="size-4 rtl:-scale-x-100" />,
        )}
        {step(
          "Next order",
          data?.next ?? null,
          <Icon shape={ChevronRight} className="size-4 rtl:-scale-x-100" />,
        )}
      </span>
    </nav>
  );
}
