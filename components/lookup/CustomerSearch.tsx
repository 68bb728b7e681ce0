"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import type { HandOutHistory } from "#lib/contracts/codes/handOut.ts";
import { handOutHistoryQuery } from "#lib/queries/codes.ts";
import { paths } from "#lib/paths.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { usePageRequest } from "#components/shell/page/pageRequests.ts";
import { Section } from "#components/shell/page/Section.tsx";
import { DateTime } from "#components/time/DateTime.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import { Badge } from "#components/ui/display/Badge.tsx";
import { Field } from "#components/ui/inputs/Field.tsx";
import { TextInput } from "#components/ui/inputs/TextInput.tsx";
import { useCodeSearch } from "./useCodeSearch.ts";

/** Lists what a customer was handed, without a code. */
export function CustomerSearch() {
  const environment = useEnvironment();
  const client = useQueryClient();
  const [customer, setCustomer] = useState("");
  const { busy, problem, found, search } = useCodeSearch<HandOutHistory>();

  function find(customerReference: string) {
    setCustomer(customerReference);
    if (busy || customerReference.trim() === "") return;
    void search(() =>
      client.fetchQuery({ ...handOutHistoryQuery(environment, customerReference), staleTime: 0 }),
    );
  }
  usePageRequest("find-customer", find);

  return (
    <Section title="What did a customer get?">
      <form
        className="flex flex-col items-start gap-3 py-3"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          find(customer);
        }}
      >
        <Field label="Customer reference" error={problem?.detail} className="w-full">
          {(control) => (
            <TextInput
              {...control}
              code
              maxLength={200}
              value={customer}
              onChange={(event) => setCustomer(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" loading={busy}>
          Find hand-outs
        </Button>
      </form>
      <div role="status">{found === null ? null : <Found {...found} />}</div>
    </Section>
  );
}

function Found({ items, hasMore }: HandOutHistory) {
  if (items.length === 0) return <p className="text-ink-soft">Nothing was handed out to this customer.</p>;
  return (
    <>
      <p className="mb-3 text-ink-soft">
        {hasMore ? `The latest ${formatCount(items.length)} codes` : counted(items.length, "code", "codes")}
      </p>
      <ul aria-label="Hand-outs" className="flex flex-col gap-3">
        {items.map((item) => (
          <li key={item.id}>
            <bdi translate="no" className="font-medium wrap-anywhere">
              {item.productName ?? `Product ${item.productId}`}
            </bdi>{" "}
            {item.state === "disputed" ? <Badge tone="partial">Disputed</Badge> : null}
            <span className="block text-[0.8125rem] text-ink-faint">
              <bdi translate="no">{item.takenBy}</bdi>, <DateTime at={item.takenAt} />, from order{" "}
              <TextLink translate="no" href={paths.order(item.order)} className="wrap-anywhere">
                {item.order}
              </TextLink>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
