"use client";

import { useState, type FormEvent } from "react";
import type { FoundCode } from "#lib/contracts/codes/lookUp.ts";
import { LONGEST_SEARCHED } from "#lib/codes/searchableValue.ts";
import { maskTyped } from "#lib/codes/maskTyped.ts";
import { findOrderOfCode } from "#lib/queries/lookUp.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { usePageRequest } from "#components/shell/page/pageRequests.ts";
import { Section } from "#components/shell/page/Section.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { Field } from "#components/ui/inputs/Field.tsx";
import { TextInput } from "#components/ui/inputs/TextInput.tsx";
import { CodeEndSearch } from "./CodeEndSearch.tsx";
import { FoundOrders } from "./FoundOrders.tsx";
import { SIMILAR_SIGNS } from "./similarSigns.ts";
import { useCodeSearch } from "./useCodeSearch.ts";

/** Finds the order of a code. The code is removed from the field as soon as it is searched for, and is stored nowhere; its end stays in sight. */
export function CodeSearch() {
  const environment = useEnvironment();
  const [code, setCode] = useState("");
  const [masked, setMasked] = useState("");
  const { busy, problem, found, search } = useCodeSearch<FoundCode>();

  /** `known`: what the search of every page has found already. */
  function find(sought: string, known?: FoundCode) {
    if (busy || sought.trim() === "") return;
    setCode("");
    setMasked(maskTyped(sought));
    void search(() => (known === undefined ? findOrderOfCode(environment, sought) : Promise.resolve(known)));
  }
  usePageRequest("find-code", (given) => find(given.code, given.found));

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    find(code);
  }

  return (
    <Section title="Whose is this code?">
      <form className="flex flex-col items-start gap-3 py-3" onSubmit={onSubmit}>
        <Field
          label="Code"
          hint="A code or serial number that a customer sent. Your search is recorded, the code is not."
          error={problem?.detail}
          className="w-full"
        >
          {(control) => (
            // Without a name, so that a form submitted before the page is ready does not put it into its address.
            <TextInput
              {...control}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={LONGEST_SEARCHED}
              className="font-mono"
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" loading={busy}>
          Find its order
        </Button>
      </form>
      {masked === "" ? null : (
        <p className="mb-3 text-ink-soft">
          Searched for{" "}
          <bdi translate="no" className="font-mono text-[0.8125rem] wrap-anywhere">
            {masked}
          </bdi>
        </p>
      )}
      <div role="status">{found === null ? null : <Found found={found} />}</div>
      <CodeEndSearch />
    </Section>
  );
}

function Found({ found: { orders, isSimilar, hasLostDigits } }: { found: FoundCode }) {
  if (hasLostDigits) {
    return (
      <p className="text-ink-soft">
        Digits were lost in a spreadsheet: this is not the whole code. Ask for the code as text, or a picture
        of it.
      </p>
    );
  }
  if (orders.length === 0) {
    return (
      <p className="text-ink-soft">
        No order found for this code in this environment. Check that it is complete, and that its order is
        known here.
      </p>
    );
  }
  return (
    <>
      {isSimilar ? (
        <p className="mb-3 text-ink-soft">
          {`No order found for exactly this code, but for a similar one: ${SIMILAR_SIGNS}`}
        </p>
      ) : null}
      <FoundOrders orders={orders} />
    </>
  );
}
