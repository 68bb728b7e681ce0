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
import { isNarrowed, listAddressQuery, type ListAddress } from "./listAddress.ts";

const SETTLE_MS = 250;
const STATE_OPTIONS = ORDER_STATES.map((state) => ({ value: state, label: STATES[state].word }));

/** What the list is narrowed to; each choice goes into the address at once, typing once it pauses. */
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

  function narrow(change: Partial<ListAddress>) {
    router.replace(paths.orders(listAddressQuery({ ...address, ...change })), { scroll: false });
  }

  return (
    <search
      aria-label="Narrow the list"
      className="mb-3 grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap"
    >
      <Field label="Code, order id or product" className="grow basis-60 max-sm:col-span-2 sm:max-w-sm">
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
              narrow({ state: ORDER_STATES.find((state) => state === event.target.value) ?? null })
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
            onChange={(event) => narrow({ from: event.target.value })}
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
            onChange={(event) => narrow({ to: event.target.value })}
          />
        )}
      </Field>
      {address.product === null ? null : (
        <Button onClick={() => narrow({ product: null })} className="max-sm:col-span-2">
          <span className="sr-only">Take back:</span>
          Product {address.product}
          <X aria-hidden className="size-4" />
        </Button>
      )}
      {isNarrowed(address) ? (
        <LinkButton href={paths.orders()} variant="quiet" onClick={() => setText("")}>
          Clear
        </LinkButton>
      ) : null}
    </search>
  );
}
