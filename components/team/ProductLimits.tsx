"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  MAX_LIMIT_DAYS,
  MAX_LIMIT_REASON,
  type ProductLimit,
  type SetProductLimitRequest,
} from "#lib/contracts/team/limits.ts";
import { allowancesQuery } from "#lib/queries/orders/allowances.ts";
import { productLimitsQuery, setProductLimit } from "#lib/queries/team/limits.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { asciiDigits } from "#lib/text/asciiDigits.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { FormDialog } from "#components/form/FormDialog.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { ENVIRONMENT_WORDS } from "#components/shell/environment/environments.ts";
import { useStepUp } from "#components/shell/identity/useStepUp.tsx";
import { QueryPart } from "#components/shell/page/QueryPart.tsx";
import { Section } from "#components/shell/page/Section.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { StackCell, StackRow, StackTable } from "#components/ui/display/StackTable.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { toast } from "#components/ui/feedback/toast.ts";
import { Field } from "#components/ui/inputs/Field.tsx";
import { NumberInput } from "#components/ui/inputs/NumberInput.tsx";
import { TextInput } from "#components/ui/inputs/TextInput.tsx";

const HEADS = [
  { text: "Product" },
  { text: "Most codes", numeric: true },
  { text: "Within", numeric: true },
  { text: "Ordered", numeric: true },
  { text: "Reason" },
  { text: "Actions", hidden: true },
];
const COLUMNS = "md:grid-cols-[minmax(0,1fr)_6rem_5rem_5rem_minmax(0,1fr)_4.5rem]";

/** How many codes of products the team may order, and the actions to change it. */
export function ProductLimits() {
  const environment = useEnvironment();
  const query = useQuery(productLimitsQuery(environment));
  const [edited, setEdited] = useState<ProductLimit | "new" | null>(null);
  return (
    <div className="mt-10">
      <Section
        title="Product limits"
        aside={<span className="text-ink-faint">{ENVIRONMENT_WORDS[environment].name}</span>}
        actions={
          <Button size="small" onClick={() => setEdited("new")}>
            Add product limit
          </Button>
        }
      >
        <p className="max-w-3xl py-2 text-ink-soft">
          Members together can&apos;t order more codes of a product than its limit: in a day (UTC), or in
          several days up to today. An order counts from the day it was confirmed, also while it waits for
          approval.
        </p>
        <QueryPart
          compact
          query={query}
          failed="The product limits couldn't be loaded"
          skeleton={<SkeletonRows rows={2} label="Loading the product limits" />}
        >
          {({ limits }) => <Limits limits={limits} onEdit={setEdited} />}
        </QueryPart>
      </Section>
      {edited === null ? null : (
        <ProductLimitDialog known={edited === "new" ? null : edited} onClose={() => setEdited(null)} />
      )}
    </div>
  );
}

function Limits({
  limits,
  onEdit,
}: {
  limits: readonly ProductLimit[];
  onEdit: (limit: ProductLimit) => void;
}) {
  if (limits.length === 0) return <p className="py-2">No product limits yet.</p>;
  return (
    <StackTable label="Product limits" heads={HEADS} columns={COLUMNS}>
      {limits.map((limit) => (
        <StackRow key={limit.productId} columns={COLUMNS}>
          <StackCell className="font-medium max-md:pe-16">
            <bdi translate="no">{nameOf(limit)}</bdi>
          </StackCell>
          <StackCell label="Most codes" numeric>
            {limit.codes === 0 ? "Blocked" : formatCount(limit.codes)}
          </StackCell>
          <StackCell label="Within" numeric>
            {counted(limit.days, "day", "days")}
          </StackCell>
          <StackCell label="Ordered" numeric>
            {formatCount(limit.ordered)}
          </StackCell>
          <StackCell label="Reason">
            <bdi translate="no">{limit.reason}</bdi>
          </StackCell>
          <StackCell className="text-end max-md:absolute max-md:end-0 max-md:top-1.5">
            <Button size="small" aria-label={`Edit limit of ${nameOf(limit)}`} onClick={() => onEdit(limit)}>
              Edit
            </Button>
          </StackCell>
        </StackRow>
      ))}
    </StackTable>
  );
}

function nameOf({ productId, productName }: ProductLimit): string {
  return productName === null ? `Product ${productId}` : `${productName} (${productId})`;
}

/** A whole number of up to nine digits, or null. */
function wholeNumber(text: string): number | null {
  const digits = asciiDigits(text.trim());
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}

function daysOf(text: string): number | null {
  const days = wholeNumber(text);
  return days !== null && days >= 1 && days <= MAX_LIMIT_DAYS ? days : null;
}

function ProductLimitDialog({ known, onClose }: { known: ProductLimit | null; onClose: () => void }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const stepUp = useStepUp();
  const [product, setProduct] = useState(known === null ? "" : String(known.productId));
  const [codes, setCodes] = useState(known === null ? "" : String(known.codes));
  const [days, setDays] = useState(String(known?.days ?? 1));
  const [reason, setReason] = useState(known?.reason ?? "");
  const [asked, setAsked] = useState(false);
  const save = useMutation({
    mutationFn: (body: SetProductLimitRequest) => stepUp.run(() => setProductLimit(environment, body)),
    onSuccess: (view) => {
      client.setQueryData(productLimitsQuery(environment).queryKey, view);
      void client.invalidateQueries(allowancesQuery(environment));
      toast("Product limit saved.", { tone: "done" });
      onClose();
    },
  });
  const productId = wholeNumber(product);
  const most = wholeNumber(codes);
  const within = daysOf(days);
  const saveWith = (id: number | null, limit: number | null) => {
    setAsked(true);
    if (id !== null && within !== null && reason.trim() !== "")
      save.mutate({ productId: id, codes: limit, days: within, reason });
  };
  return (
    <>
      <FormDialog
        onClose={onClose}
        title={known === null ? "Add product limit" : "Edit product limit"}
        description={`For orders in the ${ENVIRONMENT_WORDS[environment].name.toLowerCase()} environment.`}
        onSubmit={() => {
          if (most === null) setAsked(true);
          else saveWith(productId, most);
        }}
        loading={save.isPending}
        submitError={save.error ? asProblem(save.error) : null}
        submitLabel="Save product limit"
        moreActions={
          known === null ? null : (
            <Button
              variant="danger"
              disabled={save.isPending}
              onClick={() => saveWith(known.productId, null)}
            >
              Remove limit
            </Button>
          )
        }
      >
        <CountField
          label="Product ID"
          hint="As the catalog shows it."
          error={asked && !productId ? "Enter the ID of a product." : null}
          value={product}
          disabled={known !== null}
          onChange={setProduct}
        />
        <CountField
          label="Most codes"
          hint="0 blocks the product."
          error={asked && most === null ? "Enter a whole number." : null}
          value={codes}
          disabled={false}
          onChange={setCodes}
        />
        <CountField
          label="Within days"
          hint="1: each day (UTC) by itself. 7: today and the six days before."
          error={asked && within === null ? `Enter a number from 1 to ${MAX_LIMIT_DAYS}.` : null}
          value={days}
          disabled={false}
          onChange={setDays}
        />
        <Field
          label="Reason"
          hint="Shown to members whose order is refused."
          error={asked && reason.trim() === "" ? "Enter a reason." : null}
          required
        >
          {(control) => (
            <TextInput
              {...control}
              value={reason}
              autoComplete="off"
              maxLength={MAX_LIMIT_REASON}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}

type CountFieldProps = {
  label: string;
  hint: string;
  error: string | null;
  value: string;
  disabled: boolean;
  onChange: (value: string) => void;
};

function CountField({ label, hint, error, value, disabled, onChange }: CountFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} required>
      {(control) => (
        <NumberInput
          {...control}
          kind="numeric"
          value={value}
          disabled={disabled}
          maxLength={9}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
