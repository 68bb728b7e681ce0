"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAddress } from "#lib/catalog/views/viewParams.ts";
import { catalogWindowQuery } from "#lib/queries/catalog/catalog.ts";
import { savedViewsQuery } from "#lib/queries/catalog/savedViews.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { Field } from "#components/ui/inputs/Field.tsx";
import { Select } from "#components/ui/inputs/Select.tsx";
import type { TypedProps } from "./TermsFields.tsx";

/** What a new rule looks after: one product, or the products of a saved view in one currency. Nothing to choose without views. */
export function SubjectField({ typed, errors, set }: TypedProps) {
  const environment = useEnvironment();
  const views = useQuery(savedViewsQuery(environment)).data?.views ?? [];
  const chosen = views.find(({ id }) => id === typed.viewId);
  if (views.length === 0) return null;
  return (
    <>
      <Field label="Looks after" required>
        {(control) => (
          <Select
            {...control}
            value={typed.viewId}
            onChange={(event) => {
              set("viewId")(event.target.value);
              set("currency")("");
            }}
            options={[
              { value: "", label: "One product" },
              ...views.map(({ id, name }) => ({ value: id, label: name, isValue: true })),
            ]}
          />
        )}
      </Field>
      {chosen === undefined ? null : (
        <CurrencyField
          query={chosen.query}
          value={typed.currency}
          error={errors.currency}
          onChoose={set("currency")}
        />
      )}
    </>
  );
}

function CurrencyField({
  query,
  value,
  error,
  onChoose,
}: {
  query: string;
  value: string;
  error: string | undefined;
  onChoose: (currency: string) => void;
}) {
  const { view } = parseAddress(new URLSearchParams(query));
  const page = useQuery(catalogWindowQuery(useEnvironment(), { ...view, denomination: "fixed" }, 0)).data;
  const found = page?.facets.currency ?? [];
  return (
    <Field label="Currency" hint="The products of the view with a fixed price in it." error={error} required>
      {(control) => (
        <Select
          {...control}
          value={value}
          onChange={(event) => onChoose(event.target.value)}
          options={[
            { value: "", label: "Choose a currency" },
            ...found.map(({ value: code, count }) => ({
              value: code,
              label: `${code} (${count})`,
              isValue: true,
            })),
          ]}
        />
      )}
    </Field>
  );
}
