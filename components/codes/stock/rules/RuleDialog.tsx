"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { RestockRule, RestockRules } from "#lib/contracts/restock/restockRules.ts";
import { productQuery } from "#lib/queries/catalog/catalog.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { changeRule, makeRule, removeRule, rulesQuery } from "#lib/queries/restock.ts";
import { asciiDigits } from "#lib/text/asciiDigits.ts";
import { FormDialog } from "#components/form/FormDialog.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { useStepUp } from "#components/shell/identity/useStepUp.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { toast } from "#components/ui/feedback/toast.ts";
import { Checkbox } from "#components/ui/inputs/Checkbox.tsx";
import { PreviewOfForm } from "./RulePreview.tsx";
import { SubjectField } from "./SubjectField.tsx";
import { CountField, TermsFields } from "./TermsFields.tsx";
import { readTypedRule, startOfRule, type TypedRule } from "./typedRule.ts";

export type RuleDialogProps = {
  /** The rule that is changed; null: a new one. */
  known: RestockRule | null;
  /** The product of a new one, if it is known. */
  productId: number | null;
  onClose: () => void;
};

/** Makes a restock rule, or changes, pauses or removes one. */
export function RuleDialog({ known, productId, onClose }: RuleDialogProps) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const stepUp = useStepUp();
  const [typed, setTyped] = useState<TypedRule>(() => startOfRule(known, productId));
  const [asked, setAsked] = useState(false);
  const [takesView, setTakesView] = useState(false);
  // The service is asked once the whole ID is there.
  const [chosen, setChosen] = useState(known?.productId ?? productId ?? 0);
  const isOfView = typed.viewId !== "" || (known !== null && known.view !== null);
  const product = useQuery({ ...productQuery(environment, chosen), enabled: chosen > 0 && !isOfView }).data;
  const currency = isOfView ? typed.currency || null : (product?.currencyCode ?? known?.currency ?? null);
  const isOpen = !isOfView && (product?.denomination === "open" || typed.amount !== "");
  const save = useMutation({
    mutationFn: (send: () => Promise<RestockRules>) => stepUp.run(send),
    onSuccess: (rules) => {
      client.setQueryData(rulesQuery(environment).queryKey, rules);
      toast("Restock rule saved.", { tone: "done" });
      onClose();
    },
  });
  const { terms, subject, errors } = readTypedRule(typed, { currency, isOpen, isOfView });
  const set = (name: keyof TypedRule) => (value: string) => setTyped((now) => ({ ...now, [name]: value }));
  const setMode = (mode: TypedRule["mode"]) => setTyped((now) => ({ ...now, mode }));
  const submit = (paused: boolean) => {
    setAsked(true);
    if (terms === null) return;
    save.mutate(() =>
      known === null
        ? makeRule(environment, { ...subject, ...terms })
        : changeRule(environment, known.id, {
            ...terms,
            version: known.version,
            paused,
            takesViewAsSaved: takesView,
          }),
    );
  };
  const field = { typed, errors: asked ? errors : {}, set };
  const name = known?.view?.name ?? product?.name ?? known?.productName;
  return (
    <>
      <FormDialog
        onClose={onClose}
        title={known === null ? "Add restock rule" : "Edit restock rule"}
        description={name === undefined || name === null ? null : <bdi translate="no">{name}</bdi>}
        onSubmit={() => submit(known?.paused ?? false)}
        loading={save.isPending}
        submitError={save.error ? asProblem(save.error) : null}
        submitLabel="Save restock rule"
        moreActions={
          known === null ? null : (
            <>
              <Button
                variant="danger"
                disabled={save.isPending}
                onClick={() => save.mutate(() => removeRule(environment, known.id))}
              >
                Remove rule
              </Button>
              <Button disabled={save.isPending} onClick={() => submit(!known.paused)}>
                {known.paused ? "Resume rule" : "Pause rule"}
              </Button>
            </>
          )
        }
      >
        {known === null && productId === null ? <SubjectField {...field} /> : null}
        {known === null && !isOfView ? (
          <CountField
            {...field}
            name="productId"
            label="Product ID"
            hint="As the catalog shows it."
            onLeave={() => setChosen(Number(asciiDigits(typed.productId.trim())) || 0)}
          />
        ) : null}
        {known?.view?.since === "changed" ? (
          <Checkbox
            label="Look after what the saved view shows now"
            checked={takesView}
            onChange={(event) => setTakesView(event.currentTarget.checked)}
          />
        ) : null}
        <TermsFields {...field} setMode={setMode} isOfView={isOfView} isOpen={isOpen} currency={currency} />
        {known === null ? (
          <PreviewOfForm
            asked={terms === null ? null : { ...subject, ...terms }}
            onIncomplete={() => setAsked(true)}
          />
        ) : null}
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}
