"use client";

import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Facet } from "#lib/catalog/filters/facets.ts";
import {
  changesAddress,
  changesFilterOf,
  NO_CHANGES_CHOICE,
  parseChangesAddress,
  type ChangesChoice,
} from "#lib/catalog/changes/changesAddress.ts";
import { toggled, toggleValue } from "#lib/catalog/views/viewParams.ts";
import type { AffectedThing } from "#lib/contracts/catalog/changeFilters.ts";
import type { ChangeKind } from "#lib/contracts/catalog/changeKinds.ts";
import { changesFacetsQuery, changesQuery } from "#lib/queries/catalog/catalogChanges.ts";
import { paths } from "#lib/paths.ts";
import { useAddress, type AddressForm } from "#components/catalog/filters/useAddress.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { useTimes } from "#components/time/TimeProvider.tsx";

const ADDRESS: AddressForm<ChangesChoice> = {
  path: paths.catalogChanges(),
  parse: parseChangesAddress,
  write: changesAddress,
};

/** How filters change what is listed. The functions are stable. */
export type ChangesFilters = {
  onKind: (kind: ChangeKind) => void;
  onAffects: (thing: AffectedThing) => void;
  onFacet: (facet: Facet, value: string) => void;
  onPeriod: (period: { from: string; to: string }) => void;
  onSearch: (q: string) => void;
  onAllProducts: () => void;
  onClear: () => void;
};

/** The filters in the address, the changes that they leave, and how many each other choice would show. */
export function useChanges() {
  const environment = useEnvironment();
  const { zone } = useTimes();
  const client = useQueryClient();
  const { address: choice, go, now } = useAddress(ADDRESS);
  const filter = useMemo(() => changesFilterOf(choice, zone), [choice, zone]);
  const list = useInfiniteQuery({
    ...changesQuery(environment, filter),
    placeholderData: keepPreviousData,
  });
  const facets = useQuery({ ...changesFacetsQuery(environment, filter), placeholderData: keepPreviousData });
  const filters = useMemo<ChangesFilters>(() => {
    const show = (next: ChangesChoice, how: "push" | "replace" = "push") => {
      // Before anything is rendered, so that the request is already under way.
      void client.prefetchInfiniteQuery(changesQuery(environment, changesFilterOf(next, zone)));
      go(next, how);
    };
    return {
      onKind: (kind) => show({ ...now(), kind: toggled(now().kind, kind) }),
      onAffects: (thing) => show({ ...now(), affects: toggled(now().affects, thing) }),
      onFacet: (facet, value) => show({ ...now(), view: toggleValue(now().view, facet, value) }),
      onPeriod: (period) => show({ ...now(), ...period }),
      onSearch: (q) => {
        const { q: before = "", ...view } = now().view;
        if (q === before) return;
        show({ ...now(), view: q === "" ? view : { ...view, q } }, before === "" ? "push" : "replace");
      },
      onAllProducts: () => show({ ...now(), product: [] }),
      onClear: () => {
        const { q } = now().view;
        show({ ...NO_CHANGES_CHOICE, view: q === undefined ? {} : { q } });
      },
    };
  }, [client, environment, go, now, zone]);
  return { choice, filter, list, facets, filters };
}
