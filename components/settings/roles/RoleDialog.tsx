"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Grant } from "#lib/contracts/team/permission.ts";
import type { AddRoleRequest, RoleGrants, RoleView } from "#lib/contracts/team/roles.ts";
import { grantLabel, missingGrants, NO_GRANTS, offeredGrants, toggleGrant } from "#lib/members/grants.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { addRole, changeRole, refreshRoles } from "#lib/queries/team/roles.ts";
import { beyondFields } from "#components/form/beyondFields.ts";
import { FormDialog } from "#components/form/FormDialog.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { useStepUp } from "#components/shell/identity/useStepUp.tsx";
import { useViewer } from "#components/shell/viewer/ViewerProvider.tsx";
import { toast } from "#components/ui/feedback/toast.ts";
import { Checkbox } from "#components/ui/inputs/Checkbox.tsx";
import { Field } from "#components/ui/inputs/Field.tsx";
import { TextInput } from "#components/ui/inputs/TextInput.tsx";

/** Creates a custom role, or changes one. Permissions that the member does not have cannot be chosen. */
export function RoleDialog({
  known,
  roles,
  onClose,
}: {
  known: RoleView | null;
  roles: readonly RoleView[];
  onClose: () => void;
}) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const stepUp = useStepUp();
  const { role: own } = useViewer();
  const mine = roles.find(({ id }) => id === own)?.grants ?? NO_GRANTS;
  const [name, setName] = useState(known?.name ?? "");
  const [grants, setGrants] = useState<RoleGrants>(known?.grants ?? NO_GRANTS);
  const save = useMutation({
    mutationFn: (body: AddRoleRequest) =>
      stepUp.run(() =>
        known === null || known.version === null
          ? addRole(environment, body)
          : changeRole(environment, known.id, { ...body, version: known.version }),
      ),
    onSuccess: async (saved) => {
      toast(`Role ${saved.name} saved`, { tone: "done", values: [saved.name] });
      onClose();
      await refreshRoles(client, environment);
    },
  });
  const problem = save.isError ? asProblem(save.error) : null;
  return (
    <>
      <FormDialog
        width="wide"
        onClose={onClose}
        title={known === null ? "Add role" : `Edit role ${known.name}`}
        description="Choose what its members may do. You can only give permissions that you hold yourself."
        onSubmit={() => save.mutate({ name, grants })}
        loading={save.isPending}
        submitError={beyondFields(problem, ["name"])}
        submitLabel="Save role"
      >
        <Field label="Name" required error={problem?.fields?.["name"]}>
          {(control) => (
            <TextInput
              {...control}
              value={name}
              maxLength={60}
              autoComplete="off"
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Choices
          grants={grants}
          mine={mine}
          onToggle={(place, grant) => setGrants((now) => toggleGrant(now, place, grant))}
        />
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}

const PLACES = [
  { place: "production", legend: "In production", offered: offeredGrants("environment") },
  { place: "sandbox", legend: "In the sandbox", offered: offeredGrants("environment") },
  { place: "account", legend: "Of the account, in both environments", offered: offeredGrants("account") },
] as const;

function Choices({
  grants,
  mine,
  onToggle,
}: {
  grants: RoleGrants;
  mine: RoleGrants;
  onToggle: (place: keyof RoleGrants, grant: Grant) => void;
}) {
  return (
    <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
      {PLACES.map(({ place, legend, offered }) => (
        <fieldset key={place} className={place === "account" ? "sm:col-span-2" : undefined}>
          <legend className="mb-1 font-medium">{legend}</legend>
          {offered.map((grant) => (
            <Checkbox
              key={grant}
              label={grantLabel(grant)}
              checked={grants[place].includes(grant)}
              disabled={missingGrants(mine, { ...NO_GRANTS, [place]: [grant] }).length > 0}
              onChange={() => onToggle(place, grant)}
            />
          ))}
        </fieldset>
      ))}
    </div>
  );
}
