"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { MAX_WAIT_HOURS, type ApprovalSettings } from "#lib/contracts/orders/approvals.ts";
import type { MemberView } from "#lib/contracts/team/member.ts";
import { approvalSettingsQuery, changeApprovalSettings } from "#lib/queries/orders/approvals.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { formatCount } from "#lib/text/counts.ts";
import { FormDialog } from "#components/form/FormDialog.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { useStepUp } from "#components/shell/identity/useStepUp.tsx";
import { useRoles } from "#components/shell/roles/useRoles.ts";
import { toast } from "#components/ui/feedback/toast.ts";
import { Checkbox } from "#components/ui/inputs/Checkbox.tsx";
import { Field } from "#components/ui/inputs/Field.tsx";
import { NumberInput } from "#components/ui/inputs/NumberInput.tsx";

const STEPS = [
  ["remindAfter", "Remind approvers after", "Leave blank not to remind."],
  ["passOnAfter", "Pass on to the next approvers after", "Leave blank not to pass on."],
  [
    "lapseAfter",
    "Let lapse after",
    "Counted from when an order was confirmed, also of those that wait already. Leave blank to let them wait.",
  ],
] as const;
type Step = (typeof STEPS)[number][0];

const asText = (hours: number | null) => (hours === null ? "" : String(hours));

/** Null: not a number of hours. */
function hoursOf(text: string): { hours: number | null } | null {
  if (text.trim() === "") return { hours: null };
  const hours = /^\s*[1-9]\d{0,3}\s*$/.test(text) ? Number(text) : Infinity;
  return hours <= MAX_WAIT_HOURS ? { hours } : null;
}

/** Changes what happens to orders that wait long for approval. */
export function WaitingRulesDialog({
  settings,
  members,
  onClose,
}: {
  settings: ApprovalSettings;
  members: readonly MemberView[];
  onClose: () => void;
}) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const stepUp = useStepUp();
  const roles = useRoles();
  const [typed, setTyped] = useState<Record<Step, string>>({
    remindAfter: asText(settings.remindAfter),
    passOnAfter: asText(settings.passOnAfter),
    lapseAfter: asText(settings.lapseAfter),
  });
  const [next, setNext] = useState(settings.nextApprovers);
  const save = useMutation({
    mutationFn: (body: ApprovalSettings) => stepUp.run(() => changeApprovalSettings(environment, body)),
    onSuccess: (view) => {
      client.setQueryData(approvalSettingsQuery(environment).queryKey, view);
      toast("Rules saved.");
      onClose();
    },
  });
  const approvers = members.filter(
    ({ role, disabledAt }) =>
      disabledAt === null &&
      roles.find(({ id }) => id === role)?.grants[environment].includes("orders.approve") === true,
  );
  const refused = save.error ? (asProblem(save.error).fields ?? {}) : {};
  function submit() {
    const [remind, passOn, lapse] = STEPS.map(([step]) => hoursOf(typed[step]));
    if (!remind || !passOn || !lapse) return;
    save.mutate({
      remindAfter: remind.hours,
      passOnAfter: passOn.hours,
      lapseAfter: lapse.hours,
      nextApprovers: next.filter((id) => approvers.some((each) => each.id === id)),
    });
  }
  return (
    <>
      <FormDialog
        onClose={onClose}
        title="Orders that wait for approval"
        onSubmit={submit}
        loading={save.isPending}
        submitError={save.error ? asProblem(save.error) : null}
        submitLabel="Save rules"
      >
        {STEPS.map(([step, label, hint]) => (
          <Field
            key={step}
            label={label}
            hint={hint}
            error={
              hoursOf(typed[step]) === null
                ? `Enter a whole number from 1 to ${formatCount(MAX_WAIT_HOURS)}, or nothing.`
                : (refused[step] ?? null)
            }
          >
            {(control) => (
              <NumberInput
                {...control}
                kind="numeric"
                unit="hours"
                value={typed[step]}
                onChange={({ target }) => setTyped((now) => ({ ...now, [step]: target.value }))}
              />
            )}
          </Field>
        ))}
        <fieldset>
          <legend className="font-medium">Next approvers; with none, those who manage the team</legend>
          <div className="max-h-40 overflow-y-auto">
            {approvers.map(({ id, name }) => (
              <Checkbox
                key={id}
                isForeign
                label={name}
                checked={next.includes(id)}
                onChange={({ target }) =>
                  setNext((now) => (target.checked ? [...now, id] : now.filter((each) => each !== id)))
                }
              />
            ))}
          </div>
        </fieldset>
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}
