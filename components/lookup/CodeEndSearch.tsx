"use client";

import { useState, type FormEvent } from "react";
import { END_LENGTH } from "#lib/codes/searchableValue.ts";
import type { FindCodeEndRequest, FoundCodeEnd } from "#lib/contracts/codes/lookUp.ts";
import { LONGEST_REFERENCE } from "#lib/contracts/codes/lookUpLimits.ts";
import { findOrderOfCodeEnd } from "#lib/queries/lookUp.ts";
import { counted } from "#lib/text/counts.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { dayOf } from "#lib/time/calendarDays.ts";
import { MINUTE } from "#lib/time/instant.ts";
import { useTimes } from "#components/time/TimeProvider.tsx";
import { useNow } from "#components/time/useNow.ts";
import { DayField } from "#components/time/DayField.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { Field } from "#components/ui/inputs/Field.tsx";
import { NumberInput } from "#components/ui/inputs/NumberInput.tsx";
import { TextInput } from "#components/ui/inputs/TextInput.tsx";
import { FoundOrders } from "./FoundOrders.tsx";
import { SIMILAR_SIGNS } from "./similarSigns.ts";
import { useCodeSearch } from "./useCodeSearch.ts";

const EMPTY = { end: "", reference: "", productId: "", day: "" };

/** Finds the order of a code of which only the end is known, among the few that another detail leaves. */
export function CodeEndSearch() {
  const environment = useEnvironment();
  const today = dayOf(useNow(MINUTE), useTimes().zone);
  const [values, setValues] = useState(EMPTY);
  const { busy, problem, found, search } = useCodeSearch<FoundCodeEnd>();
  const edit = (change: Partial<typeof EMPTY>) => setValues((now) => ({ ...now, ...change }));
  const wrongProduct = !/^\s*\d{0,15}\s*$/.test(values.productId);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (busy || wrongProduct || values.end.trim() === "") return;
    edit({ end: "" });
    void search(() => findOrderOfCodeEnd(environment, requestOf(values)));
  }

  return (
    <details className="mt-2">
      <summary className="text-ink-soft">Only the end of the code is known</summary>
      <form className="flex flex-col items-start gap-3 py-3" onSubmit={onSubmit}>
        <Field
          label={`Last ${END_LENGTH.least} to ${END_LENGTH.most} characters`}
          hint="And at least one of the following. Your search is recorded, the characters are not."
          error={problem === null ? null : (Object.values(problem.fields ?? {})[0] ?? problem.detail)}
          className="w-full"
        >
          {(control) => (
            <TextInput
              {...control}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={60}
              className="font-mono"
              value={values.end}
              onChange={(event) => edit({ end: event.target.value })}
            />
          )}
        </Field>
        <Field label="Order reference or ID" className="w-full">
          {(control) => (
            <TextInput
              {...control}
              code
              maxLength={LONGEST_REFERENCE}
              value={values.reference}
              onChange={(event) => edit({ reference: event.target.value })}
            />
          )}
        </Field>
        <Field
          label="Product ID"
          error={wrongProduct ? "Enter a product ID: a whole number." : null}
          className="w-full"
        >
          {(control) => (
            <NumberInput
              {...control}
              kind="numeric"
              maxLength={20}
              value={values.productId}
              onChange={(event) => edit({ productId: event.target.value })}
            />
          )}
        </Field>
        <DayField
          label="Day of the order"
          value={values.day}
          today={today}
          onDay={(day) => edit({ day })}
          className="w-full"
        />
        <Button type="submit" loading={busy}>
          Find orders
        </Button>
      </form>
      <div role="status">{found === null ? null : <FoundByEnd found={found} />}</div>
    </details>
  );
}

function requestOf({ end, reference, productId, day }: typeof EMPTY): FindCodeEndRequest {
  return {
    end,
    ...(reference.trim() === "" ? {} : { reference: reference.trim() }),
    ...(productId.trim() === "" ? {} : { productId: Number(productId) }),
    ...(day === "" ? {} : { day }),
  };
}

function FoundByEnd({ found: { orders, isSimilar, compared, unreadable } }: { found: FoundCodeEnd }) {
  const missing =
    unreadable === 0
      ? ""
      : ` ${counted(unreadable, "more order fits", "more orders fit")}, whose codes couldn't be read: try again later.`;
  if (orders.length === 0) {
    return (
      <p className="text-ink-soft">
        {`None of the codes of ${counted(compared, "order that fits", "orders that fit")} ends so.${missing}`}
      </p>
    );
  }
  return (
    <>
      <p className="mb-3 text-ink-soft">
        {`${isSimilar ? `A code of this ends like it: ${SIMILAR_SIGNS}` : "A code of this ends so."} Other codes may end so too.${missing}`}
      </p>
      <FoundOrders orders={orders} />
    </>
  );
}
