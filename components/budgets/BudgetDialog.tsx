"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Budget, BudgetMode, BudgetPeriod, BudgetRequest } from "#lib/contracts/orders/budgets.ts";
import { parseTags } from "#lib/contracts/orders/orderTags.ts";
import { budgetsQuery, saveBudget } from "#lib/queries/team/budgets.ts";
import { teamQuery } from "#lib/queries/team/team.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { FormDialog } from "#components/form/FormDialog.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { useRoles } from "#components/shell/roles/useRoles.ts";
import { useStepUp } from "#components/shell/identity/useStepUp.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { toast } from "#components/ui/feedback/toast.ts";
import { Checkbox } from "#components/ui/inputs/Checkbox.tsx";
import { Field } from "#components/ui/inputs/Field.tsx";
import { Select } from "#components/ui/inputs/Select.tsx";
import { TextArea } from "#components/ui/inputs/TextArea.tsx";
import { TextInput } from "#components/ui/inputs/TextInput.tsx";
import { readAmounts, writeAmounts } from "./typedAmounts.ts";

const MODES: readonly { value: BudgetMode; label: string }[] = [
  { value: "hard", label: "Are refused" },
  { value: "soft", label: "Need approval" },
];
const PERIODS: readonly { value: BudgetPeriod; label: string }[] = [
  { value: "month", label: "Every month" },
  { value: "quarter", label: "Every quarter" },
  { value: "year", label: "Every year" },
  { value: "dates", label: "Fixed dates" },
];

/** Everything of the form as typed. */
function typedOf(known: Budget | null) {
  return {
    name: known?.name ?? "",
    mode: known?.mode ?? MODES[0]?.value ?? "hard",
    period: known?.period ?? "month",
    startsOn: known?.startsOn ?? "",
    endsOn: known?.endsOn ?? "",
    rollsOver: known?.rollsOver ?? false,
    amounts: writeAmounts(known?.amounts ?? []),
    members: known?.members.map(({ id }) => id) ?? [],
    tags: known?.tags.join(", ") ?? "",
    purchaseOrders: known?.purchaseOrders.join("\n") ?? "",
    approvers: known?.approvers.map(({ id }) => id) ?? [],
  };
}
type Typed = ReturnType<typeof typedOf>;

/** What is sent; null: something has to be put right first. */
function requestOf(typed: Typed, closed: boolean): BudgetRequest | null {
  const read = readAmounts(typed.amounts);
  const { name, mode, period, members } = typed;
  const hasDates = period !== "dates" || (typed.startsOn !== "" && typed.endsOn !== "");
  if (!read.ok || name.trim() === "" || !hasDates) return null;
  return {
    name,
    mode,
    period,
    startsOn: period === "dates" ? typed.startsOn : null,
    endsOn: period === "dates" ? typed.endsOn : null,
    rollsOver: period !== "dates" && typed.rollsOver,
    amounts: read.amounts,
    members,
    tags: parseTags(typed.tags),
    purchaseOrders: typed.purchaseOrders.split("\n").flatMap((line) => line.trim() || []),
    approvers: mode === "soft" ? typed.approvers : [],
    closed,
  };
}

/** Adds a budget, or changes one. */
export function BudgetDialog({ known, onClose }: { known: Budget | null; onClose: () => void }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const stepUp = useStepUp();
  const [typed, setTyped] = useState(() => typedOf(known));
  const [isChecked, setChecked] = useState(false);
  const edit = (values: Partial<Typed>) => setTyped((now) => ({ ...now, ...values }));
  const save = useMutation({
    mutationFn: (body: BudgetRequest) => stepUp.run(() => saveBudget(environment, known?.id ?? null, body)),
    onSuccess: (view) => {
      client.setQueryData(budgetsQuery(environment).queryKey, view);
      toast("Budget saved", { tone: "done" });
      onClose();
    },
  });
  function submit(closed: boolean) {
    setChecked(true);
    const body = requestOf(typed, closed);
    if (body !== null) save.mutate(body);
  }
  const read = readAmounts(typed.amounts);
  const closed = known?.closed ?? false;
  return (
    <>
      <FormDialog
        onClose={onClose}
        title={known === null ? "Add budget" : "Edit budget"}
        onSubmit={() => submit(closed)}
        loading={save.isPending}
        submitError={save.error ? asProblem(save.error) : null}
        submitLabel="Save budget"
        moreActions={
          known === null ? null : (
            <Button disabled={save.isPending} onClick={() => submit(!closed)}>
              {closed ? "Reopen budget" : "Close budget"}
            </Button>
          )
        }
      >
        <Field label="Name" error={isChecked && typed.name.trim() === "" ? "Enter a name." : null} required>
          {(control) => (
            <TextInput
              {...control}
              value={typed.name}
              maxLength={60}
              autoComplete="off"
              onChange={(event) => edit({ name: event.target.value })}
            />
          )}
        </Field>
        <Field
          label="Amounts"
          hint="One a line: a currency and what may be spent in it, such as EUR 5000. A currency that is not here has nothing."
          error={isChecked && !read.ok ? read.message : null}
          required
        >
          {(control) => (
            <TextArea
              {...control}
              translate="no"
              value={typed.amounts}
              onChange={(event) => edit({ amounts: event.target.value })}
            />
          )}
        </Field>
        <Period typed={typed} edit={edit} isChecked={isChecked} />
        <Field label="Orders beyond it">
          {(control) => (
            <Select
              {...control}
              options={MODES}
              value={typed.mode}
              onChange={({ target }) =>
                edit({ mode: MODES.find(({ value }) => value === target.value)?.value ?? typed.mode })
              }
            />
          )}
        </Field>
        {typed.mode === "soft" ? <Approvers typed={typed} edit={edit} /> : null}
        <Coverage typed={typed} edit={edit} />
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}

type PartProps = { typed: Typed; edit: (values: Partial<Typed>) => void };

function Period({ typed, edit, isChecked }: PartProps & { isChecked: boolean }) {
  return (
    <>
      <Field label="Period" hint="In UTC, as all days of limits.">
        {(control) => (
          <Select
            {...control}
            options={PERIODS}
            value={typed.period}
            onChange={({ target }) =>
              edit({ period: PERIODS.find(({ value }) => value === target.value)?.value ?? typed.period })
            }
          />
        )}
      </Field>
      {typed.period === "dates" ? (
        (["startsOn", "endsOn"] as const).map((day) => (
          <Field
            key={day}
            label={day === "startsOn" ? "First day" : "Last day"}
            error={isChecked && typed[day] === "" ? "Choose a day." : null}
            required
          >
            {(control) => (
              <TextInput
                {...control}
                type="date"
                value={typed[day]}
                onChange={(event) => edit({ [day]: event.target.value })}
              />
            )}
          </Field>
        ))
      ) : (
        <Checkbox
          label="What is left of a period can be spent in the next one"
          checked={typed.rollsOver}
          onChange={(event) => edit({ rollsOver: event.target.checked })}
        />
      )}
    </>
  );
}

/** Which orders it covers. */
function Coverage({ typed, edit }: PartProps) {
  const { data } = useQuery(teamQuery(useEnvironment()));
  const members = data?.members ?? [];
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="font-medium">Covers orders with any of these; every order if all are blank</legend>
      <Field label="Tags" hint="Separated by commas.">
        {(control) => (
          <TextInput
            {...control}
            value={typed.tags}
            onChange={(event) => edit({ tags: event.target.value })}
          />
        )}
      </Field>
      <Field label="Purchase orders that begin with" hint="One a line.">
        {(control) => (
          <TextArea
            {...control}
            rows={2}
            value={typed.purchaseOrders}
            onChange={(event) => edit({ purchaseOrders: event.target.value })}
          />
        )}
      </Field>
      <Members
        label="Members"
        members={members}
        chosen={typed.members}
        onChoose={(chosen) => edit({ members: chosen })}
      />
    </fieldset>
  );
}

/** Who decides on orders beyond a soft budget. */
function Approvers({ typed, edit }: PartProps) {
  const environment = useEnvironment();
  const { data } = useQuery(teamQuery(environment));
  const roles = useRoles();
  const able = (data?.members ?? []).filter(
    ({ role, disabledAt }) =>
      disabledAt === null &&
      roles.find(({ id }) => id === role)?.grants[environment].includes("orders.approve") === true,
  );
  return (
    <fieldset>
      <legend className="font-medium">Approved by; with none, whoever approves orders</legend>
      <Members
        label="Approvers"
        members={able}
        chosen={typed.approvers}
        onChoose={(chosen) => edit({ approvers: chosen })}
      />
    </fieldset>
  );
}

function Members({
  label,
  members,
  chosen,
  onChoose,
}: {
  label: string;
  members: readonly { id: string; name: string }[];
  chosen: readonly string[];
  onChoose: (chosen: string[]) => void;
}) {
  return (
    <div role="group" aria-label={label} className="max-h-40 overflow-y-auto">
      {members.map(({ id, name }) => (
        <Checkbox
          key={id}
          isForeign
          label={name}
          checked={chosen.includes(id)}
          onChange={({ target }) =>
            onChoose(target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
          }
        />
      ))}
    </div>
  );
}
