"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { codeSettingsQuery, readHandOuts } from "#lib/queries/codes.ts";
import { MOST_HAND_OUTS } from "#lib/contracts/codes/handOut.ts";
import { formatCount } from "#lib/text/counts.ts";
import { Form } from "#components/form/Form.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { Field } from "#components/ui/inputs/Field.tsx";
import { TextInput } from "#components/ui/inputs/TextInput.tsx";
import { CustomerReference } from "#components/codes/list/CustomerReference.tsx";
import { HandedOut } from "./HandedOut.tsx";
import { ProveIdentity } from "#components/codes/reveal/ProveIdentity.tsx";
import { ReasonField } from "#components/codes/reveal/ReasonField.tsx";
import { statedReason } from "#components/codes/reveal/statedReason.ts";
import { useHandOuts } from "./useHandOuts.ts";

/** Shows again what a customer was given. */
export function LookUpHandOuts() {
  const environment = useEnvironment();
  const { data: settings } = useQuery(codeSettingsQuery(environment));
  const handOuts = useHandOuts(environment);
  const [customerReference, setCustomerReference] = useState("");
  const [reason, setReason] = useState("");
  const [isChecked, setChecked] = useState(false);
  const isRequired = settings?.reasonRequired ?? false;
  const { shown, problem } = handOuts;
  if (shown !== null) {
    const [writtenThen, ...otherwise] = new Set(shown.items.map((item) => item.customerReference));
    return (
      <div className="flex max-w-3xl flex-col items-start gap-2 py-3">
        <Button onClick={handOuts.hide}>Hide codes</Button>
        <p className="wrap-anywhere text-ink-soft">
          {shown.items.length === 0 ? "Nothing was handed out to" : "Handed out to"}{" "}
          <CustomerReference
            written={
              writtenThen === undefined || otherwise.length > 0 ? customerReference.trim() : writtenThen
            }
          />
          {shown.items.length < MOST_HAND_OUTS ? null : (
            <>. Only the latest {formatCount(MOST_HAND_OUTS)} codes are shown.</>
          )}
        </p>
        {shown.items.length === 0 ? null : <HandedOut shown={shown} handOuts={handOuts} />}
      </div>
    );
  }
  if (problem?.reauthenticate !== undefined) {
    return (
      <div className="max-w-md py-3">
        <ProveIdentity
          problem={problem}
          reason={reason}
          reference={customerReference}
          onConfirm={handOuts.confirm}
          busy={handOuts.busy}
          submitLabel="Confirm and show"
        />
      </div>
    );
  }
  return (
    <Form
      onSubmit={() => {
        setChecked(true);
        if (customerReference.trim() === "" || (isRequired && reason.trim() === "")) return undefined;
        return handOuts.show(() => readHandOuts(environment, { customerReference, ...statedReason(reason) }));
      }}
      loading={handOuts.busy}
      submitError={problem}
      submitLabel="Show codes of this customer"
      className="flex max-w-md flex-col gap-3 py-3"
    >
      <Field
        label="Customer reference"
        hint="Case and extra spaces make no difference."
        error={isChecked && customerReference.trim() === "" ? "Enter who the codes were for." : null}
        required
      >
        {(control) => (
          <TextInput
            {...control}
            code
            maxLength={200}
            value={customerReference}
            onChange={(event) => setCustomerReference(event.target.value)}
          />
        )}
      </Field>
      <ReasonField required={isRequired} isMissing={isChecked} value={reason} onChange={setReason} />
    </Form>
  );
}
