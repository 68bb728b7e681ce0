"use client";

import { X } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { STATES } from "#lib/orders/lifecycle/states.ts";
import { ORDER_STATES } from "#lib/contracts/orderState.ts";
import { paths } from "#lib/paths.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { Field } from "#components/ui/inputs/Field.tsx";
import { LinkButton } from "#components/ui/actions/LinkButton.tsx";
import { Select } from "#components/ui/inputs/Select.tsx";
import { TextInput } from "#components/ui/inputs/TextInput.tsx";
import { isFiltered, listAddressQuery, type ListAddress } from "./listAddress.ts";

const SETTLE_MS = 250;
const STATE_OPTIONS = ORDER_STATES.map((state) => ({ value: state, label: STATES[state].word }));

/** The filters of the list. Each choice goes into the address at once, what is typed after a pause. */
export function OrdersFilters({ address }: { address: ListAddress }) {
  const router = useRouter();
  const [text, setText] = useState(address.q);
  const asked = useRef(address.q);
  const latest = useRef(address);

  useEffect(() => {
    latest.current = address;
  }, [address]);
  useEffect(() => {
    if (text.trim() === asked.current) return undefined;
    const timer = setTimeout(() => {
      asked.current = text.trim();
      router.replace(paths.orders(listAddressQuery({ ...latest.current, q: text })), { scroll: false });
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [text, router]);

  function filter(change: Partial<ListAddress>) {
    router.replace(paths.orders(listAddressQuery({ ...address, ...change })), { scroll: false });
  }

  return (
    <search aria-label="Filter orders" className="mb-3 grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">
      <Field label="Reference, order ID or product" className="grow basis-60 max-sm:col-span-2 sm:max-w-sm">
        {(control) => (
          <TextInput
            {...control}
            type="search"
            maxLength={200}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <Field label="State" className="grow basis-36 max-sm:col-span-2 sm:max-w-48">
        {(control) => (
          <Select
            {...control}
            value={address.state ?? ""}
            options={[{ value: "", label: "All states" }, ...STATE_OPTIONS]}
            onChange={(event) =>
              filter({ state: ORDER_STATES.find((state) => state === event.target.value) ?? null })
            }
          />
        )}
      </Field>
      <Field label="From" className="grow basis-32 sm:max-w-40">
        {(control) => (
          <TextInput
            {...control}
            type="date"
            value={address.from}
            max={address.to || undefined}
            onChange={(event) => filter({ from: event.target.value })}
          />
        )}
      </Field>
      <Field label="To" className="grow basis-32 sm:max-w-40">
        {(control) => (
          <TextInput
            {...control}
            type="date"
            value={address.to}
            min={address.from || undefined}
            onChange={(event) => filter({ to: event.target.value })}
          />
        )}
      </Field>
      {address.product === null ? null : (
        <Button onClick={() => filter({ product: null })} className="max-sm:col-span-2">
          <span className="sr-only">Remove filter:</span>
          Product {address.product}
          <X aria-hidden className="size-4" />
        </Button>
      )}
      {isFiltered(address) ? (
        <LinkButton href={paths.orders()} variant="quiet" onClick={() => setText("")}>
          Clear filters
        </LinkButton>
      ) : null}
    </search>
  );
}
