"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { MOST_DECIMALS } from "#lib/contracts/money/currencyUnits.ts";
import { setPageUnits } from "#lib/money/statedUnits.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { currencyUnitsQuery, stateCurrencyUnits } from "#lib/queries/settings.ts";
import { Form } from "#components/form/Form.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { useStepUp } from "#components/shell/identity/useStepUp.tsx";
import { Section } from "#components/shell/page/Section.tsx";
import { usePermission } from "#components/shell/viewer/ViewerProvider.tsx";
import { toast } from "#components/ui/feedback/toast.ts";
import { Field } from "#components/ui/inputs/Field.tsx";
import { NumberInput } from "#components/ui/inputs/NumberInput.tsx";

/** The decimals of currencies that ISO 4217 does not know; nothing where the service has no such currency. */
export function CurrencyUnits() {
  const { data } = useQuery(currencyUnitsQuery(useEnvironment()));
  const mayChange = usePermission("settings.change");
  if (data === undefined || data.stated.length + data.unknown.length === 0) return null;
  const all = [...data.unknown.map((currency) => ({ currency, decimals: null })), ...data.stated];
  return (
    <Section title="Currencies with unknown units">
      <p className="max-w-prose pt-3 text-ink-soft">
        These are no currencies of <span translate="no">ISO 4217</span>, so nobody knows how many decimals
        their amounts have. Nothing can be ordered in them until you state it, for both environments. Ask the
        service if you are not sure: one too few makes every amount ten times too large.
      </p>
      {all.map((each) =>
        mayChange ? (
          <CurrencyForm key={`${each.currency} ${each.decimals ?? ""}`} {...each} />
        ) : (
          <p key={each.currency} className="pt-3">
            <bdi translate="no">{each.currency}</bdi>: {each.decimals ?? "unknown"}
          </p>
        ),
      )}
    </Section>
  );
}

function CurrencyForm({ currency, decimals }: { currency: string; decimals: number | null }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const stepUp = useStepUp();
  const [typed, setTyped] = useState(decimals === null ? "" : String(decimals));
  const [wasSent, setWasSent] = useState(false);
  const text = typed.trim();
  const isWrong = !/^\d{0,2}$/.test(text) || Number(text) > MOST_DECIMALS;
  const save = useMutation({
    mutationFn: () =>
      stepUp.run(() =>
        stateCurrencyUnits(environment, { currency, decimals: text === "" ? null : Number(text) }),
      ),
    onSuccess: (units) => {
      setPageUnits(new Map(units.stated.map((each) => [each.currency, each.decimals])));
      client.setQueryData(currencyUnitsQuery(environment).queryKey, units);
      toast(text === "" ? `Decimals of ${currency} removed` : `Decimals of ${currency} saved`, {
        tone: "done",
        values: [currency],
      });
    },
  });

  return (
    <>
      <Form
        onSubmit={() => {
          setWasSent(true);
          if (!isWrong) save.mutate();
        }}
        loading={save.isPending}
        submitError={save.error === null ? null : asProblem(save.error)}
        submitLabel={`Save decimals of ${currency}`}
        className="flex max-w-sm flex-col gap-3 pt-4"
      >
        <Field
          label={`Decimals of ${currency}`}
          hint="Leave blank if you don't know."
          error={wasSent && isWrong ? `Enter a whole number from 0 to ${MOST_DECIMALS}.` : null}
        >
          {(control) => (
            <NumberInput
              {...control}
              kind="numeric"
              value={typed}
              maxLength={3}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
      </Form>
      {stepUp.dialog}
    </>
  );
}
