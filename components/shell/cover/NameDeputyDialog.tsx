"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { CoverView } from "#lib/contracts/team/cover.ts";
import { coverQuery, nameDeputy } from "#lib/queries/team/cover.ts";
import { approvalsQuery } from "#lib/queries/orders/approvals.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { FormDialog } from "#components/form/FormDialog.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { useStepUp } from "#components/shell/identity/useStepUp.tsx";
import { useViewer } from "#components/shell/viewer/ViewerProvider.tsx";
import { toast } from "#components/ui/feedback/toast.ts";
import { Field } from "#components/ui/inputs/Field.tsx";
import { Select } from "#components/ui/inputs/Select.tsx";
import { TextInput } from "#components/ui/inputs/TextInput.tsx";

type Props = {
  people: CoverView["people"];
  /** Asks who is away; otherwise it is the member themselves. */
  forTeam: boolean;
  onClose: () => void;
};

/** Names a deputy for some days. */
export function NameDeputyDialog({ people, forTeam, onClose }: Props) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const stepUp = useStepUp();
  const { id: ownId } = useViewer();
  const [typed, setTyped] = useState({ memberId: "", deputyId: "", from: "", to: "" });
  const [isChecked, setChecked] = useState(false);
  const edit = (values: Partial<typeof typed>) => setTyped((now) => ({ ...now, ...values }));
  const memberId = forTeam ? typed.memberId : ownId;
  const save = useMutation({
    mutationFn: () =>
      stepUp.run(() => nameDeputy(environment, { ...typed, memberId: memberId === ownId ? null : memberId })),
    onSuccess: (view) => {
      client.setQueryData(coverQuery(environment).queryKey, view);
      void client.invalidateQueries({ queryKey: approvalsQuery(environment).queryKey });
      toast("Deputy named.", { tone: "done" });
      onClose();
    },
  });
  const isComplete = memberId !== "" && typed.deputyId !== "" && typed.from !== "" && typed.to !== "";
  const missing = (value: string, message: string) => (isChecked && value === "" ? message : null);
  const others = people.filter(({ id }) => id !== memberId);
  return (
    <>
      <FormDialog
        onClose={onClose}
        title="Name deputy"
        description="For whoever is away, in both environments."
        onSubmit={() => {
          setChecked(true);
          if (isComplete) save.mutate();
        }}
        loading={save.isPending}
        submitError={save.error ? asProblem(save.error) : null}
        submitLabel="Name deputy"
      >
        {forTeam ? (
          <Person
            label="Who is away"
            people={people}
            value={typed.memberId}
            error={missing(typed.memberId, "Choose who is away.")}
            onChange={(id) => edit({ memberId: id })}
          />
        ) : null}
        <Person
          label="Deputy"
          people={others}
          value={typed.deputyId}
          error={missing(typed.deputyId, "Choose a deputy.")}
          onChange={(id) => edit({ deputyId: id })}
        />
        {(["from", "to"] as const).map((day) => (
          <Field
            key={day}
            label={day === "from" ? "First day" : "Last day"}
            hint={day === "from" ? "Days begin and end in UTC." : null}
            error={missing(typed[day], "Choose a day.")}
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
        ))}
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}

function Person({
  label,
  people,
  value,
  error,
  onChange,
}: {
  label: string;
  people: CoverView["people"];
  value: string;
  error: string | null;
  onChange: (id: string) => void;
}) {
  const options = [
    { value: "", label: "Choose a member" },
    ...people.map(({ id, name }) => ({ value: id, label: name, isValue: true })),
  ];
  return (
    <Field label={label} error={error} required>
      {(control) => (
        <Select
          {...control}
          options={options}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
