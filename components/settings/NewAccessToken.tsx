"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { TOKEN_SCOPES, type CreatedToken, type TokenScope } from "#lib/contracts/team/accessTokens.ts";
import { ROLES, type Role } from "#lib/contracts/team/role.ts";
import { ROLE_NAMES } from "#lib/members/roleNames.ts";
import { permits } from "#lib/members/roles.ts";
import { createToken, refreshTokens } from "#lib/queries/team/accessTokens.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { counted } from "#lib/text/counts.ts";
import { beyondFields } from "#components/form/beyondFields.ts";
import { FormDialog } from "#components/form/FormDialog.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { useStepUp } from "#components/shell/identity/useStepUp.tsx";
import { usePermission, useViewer } from "#components/shell/viewer/ViewerProvider.tsx";
import { Checkbox } from "#components/ui/inputs/Checkbox.tsx";
import { Field, FieldError } from "#components/ui/inputs/Field.tsx";
import { Select } from "#components/ui/inputs/Select.tsx";
import { TextInput } from "#components/ui/inputs/TextInput.tsx";
import { useCheckboxes } from "#components/ui/inputs/useCheckboxes.ts";
import { scopeInWords } from "./scopes.ts";

const DAYS = [7, 30, 90, 365];
const DEFAULT_DAYS = 90;

/** The form for a new token. Members who manage the team can create one for a service, which gets a member of its own. */
export function NewAccessToken({
  onClose,
  onCreated,
}: {
  onClose: () => void;
  onCreated: (token: CreatedToken) => void;
}) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const stepUp = useStepUp();
  const viewer = useViewer();
  const mayServe = usePermission("team.manage");
  const [kind, setKind] = useState<"personal" | "service">("personal");
  const [role, setRole] = useState<Role>("buyer");
  const [name, setName] = useState("");
  const [days, setDays] = useState(DEFAULT_DAYS);
  const { chosen, boxOf } = useCheckboxes<TokenScope>([]);
  const offered = TOKEN_SCOPES.filter(
    (scope) => permits(viewer, scope, true) && (kind === "personal" || permits({ role }, scope, true)),
  );
  const scopes = offered.filter((scope) => chosen.has(scope));

  const create = useMutation({
    mutationFn: () =>
      stepUp.run(() =>
        createToken(environment, {
          kind,
          name,
          scopes,
          expiresInDays: days,
          ...(kind === "service" ? { role } : {}),
        }),
      ),
    onSuccess: async (created) => {
      onCreated(created);
      await refreshTokens(client, environment);
    },
  });
  const problem = create.isError ? asProblem(create.error) : null;

  return (
    <>
      <FormDialog
        title="Create an access token"
        onClose={onClose}
        onSubmit={() => create.mutate()}
        loading={create.isPending}
        submitError={beyondFields(problem, ["name", "scopes"])}
        submitLabel="Create token"
      >
        <Field
          label="Name"
          hint="For example, the program that will use it."
          required
          error={problem?.fields?.name}
        >
          {(control) => (
            <TextInput
              {...control}
              maxLength={60}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        {mayServe ? <ActsAs kind={kind} role={role} onKind={setKind} onRole={setRole} /> : null}
        <fieldset className="flex flex-col gap-1">
          <legend className="mb-1 text-[0.8125rem] font-medium">It can</legend>
          {offered.map((scope) => (
            <Checkbox key={scope} label={sentenceCase(scopeInWords(scope))} {...boxOf(scope)} />
          ))}
          {problem?.fields?.["scopes"] === undefined ? null : (
            <FieldError>{problem.fields["scopes"]}</FieldError>
          )}
        </fieldset>
        <Field label="Expires after">
          {(control) => (
            <Select
              {...control}
              value={String(days)}
              onChange={(event) => setDays(Number(event.target.value))}
              options={DAYS.map((each) => ({ value: String(each), label: counted(each, "day", "days") }))}
            />
          )}
        </Field>
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}

function sentenceCase(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function ActsAs({
  kind,
  role,
  onKind,
  onRole,
}: {
  kind: "personal" | "service";
  role: Role;
  onKind: (kind: "personal" | "service") => void;
  onRole: (role: Role) => void;
}) {
  return (
    <>
      <Field
        label="Acts as"
        hint={
          kind === "service"
            ? "A separate member that has its own limits and records, and can't sign in."
            : undefined
        }
      >
        {(control) => (
          <Select
            {...control}
            value={kind}
            onChange={(event) => onKind(event.target.value === "service" ? "service" : "personal")}
            options={[
              { value: "personal", label: "You" },
              { value: "service", label: "A service" },
            ]}
          />
        )}
      </Field>
      {kind === "service" ? (
        <Field label="Role">
          {(control) => (
            <Select
              {...control}
              value={role}
              onChange={(event) => onRole(ROLES.find((each) => each === event.target.value) ?? role)}
              options={ROLES.map((each) => ({ value: each, label: ROLE_NAMES[each].name }))}
            />
          )}
        </Field>
      ) : null}
    </>
  );
}
