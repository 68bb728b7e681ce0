"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { RoleGrants, RoleView } from "#lib/contracts/team/roles.ts";
import { grantLabel } from "#lib/members/grants.ts";
import { rolesQuery } from "#lib/queries/team/roles.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { ProblemState } from "#components/shell/page/ProblemState.tsx";
import { Section } from "#components/shell/page/Section.tsx";
import { usePermission, useViewer } from "#components/shell/viewer/ViewerProvider.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { StackCell, StackRow, StackTable } from "#components/ui/display/StackTable.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { DeleteRole } from "./DeleteRole.tsx";
import { PermissionTable } from "./PermissionTable.tsx";
import { RoleDialog } from "./RoleDialog.tsx";

/** Who may do what, for every member to read; for members who manage the team, also its custom roles. */
export function Roles() {
  const { data, error, isFetching, refetch } = useQuery(rolesQuery(useEnvironment()));
  if (data) return <Loaded roles={data.roles} />;
  return (
    <Section title="Roles">
      {error ? (
        <ProblemState
          title="The roles couldn't be loaded"
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <SkeletonRows rows={8} label="Loading the roles" />
      )}
    </Section>
  );
}

function Loaded({ roles }: { roles: readonly RoleView[] }) {
  const mayManage = usePermission("team.manage");
  const [edited, setEdited] = useState<RoleView | "new" | null>(null);
  const [deleted, setDeleted] = useState<RoleView | null>(null);
  const custom = roles.filter(({ version }) => version !== null);
  return (
    <>
      <Section
        title="Custom roles"
        actions={
          mayManage ? (
            <Button size="small" onClick={() => setEdited("new")}>
              Add role
            </Button>
          ) : null
        }
      >
        <p className="max-w-3xl py-2 text-ink-soft">
          Each custom role is a set of permissions, chosen separately for production and the sandbox. A change
          takes effect immediately for all members of the role.
        </p>
        {custom.length === 0 ? (
          <p className="py-2">No custom roles yet. The built-in roles below are enough for most teams.</p>
        ) : (
          <CustomRoles roles={custom} mayManage={mayManage} onEdit={setEdited} onDelete={setDeleted} />
        )}
      </Section>
      <Section title="Built-in roles">
        <p className="max-w-3xl py-2 text-ink-soft">
          The same in both environments. Nobody approves their own order, whatever their role.
        </p>
        <BuiltInRoles roles={roles.filter(({ version }) => version === null)} />
        <PermissionTable />
      </Section>
      {edited === null ? null : (
        <RoleDialog
          key={edited === "new" ? "new" : edited.id}
          known={edited === "new" ? null : edited}
          roles={roles}
          onClose={() => setEdited(null)}
        />
      )}
      <DeleteRole role={deleted} onClose={() => setDeleted(null)} />
    </>
  );
}

function BuiltInRoles({ roles }: { roles: readonly RoleView[] }) {
  return (
    <dl className="mb-4 grid gap-x-6 gap-y-1 sm:grid-cols-[9rem_minmax(0,1fr)]">
      {roles.map(({ id, name, purpose }) => (
        <div key={id} className="contents">
          <dt className="font-medium">
            {name}
            <Yours roleId={id} />
          </dt>
          <dd className="text-ink-soft max-sm:mb-1">{purpose}.</dd>
        </div>
      ))}
    </dl>
  );
}

function Yours({ roleId }: { roleId: string }) {
  return useViewer().role === roleId ? <span className="font-normal text-ink-faint"> (yours)</span> : null;
}

const HEADS = [
  { text: "Role" },
  { text: "In production" },
  { text: "In the sandbox" },
  { text: "Of the account" },
  { text: "Actions", hidden: true },
];
const COLUMNS = "md:grid-cols-[9rem_minmax(0,1fr)_minmax(0,1fr)_minmax(0,0.7fr)_8.5rem]";

function CustomRoles({
  roles,
  mayManage,
  onEdit,
  onDelete,
}: {
  roles: readonly RoleView[];
  mayManage: boolean;
  onEdit: (role: RoleView) => void;
  onDelete: (role: RoleView) => void;
}) {
  return (
    <StackTable label="Custom roles" heads={HEADS} columns={COLUMNS}>
      {roles.map((role) => (
        <StackRow key={role.id} columns={COLUMNS} className="md:items-start md:py-2.5">
          <StackCell className="font-medium wrap-anywhere">
            <bdi translate="no">{role.name}</bdi>
            <Yours roleId={role.id} />
          </StackCell>
          <GrantsCell grants={role.grants} place="production" label="In production" />
          <GrantsCell grants={role.grants} place="sandbox" label="In the sandbox" />
          <GrantsCell grants={role.grants} place="account" label="Of the account" />
          <StackCell>
            {mayManage ? (
              <div className="flex justify-end gap-2">
                <Button size="small" aria-label={`Edit role ${role.name}`} onClick={() => onEdit(role)}>
                  Edit
                </Button>
                <Button size="small" aria-label={`Delete role ${role.name}`} onClick={() => onDelete(role)}>
                  Delete
                </Button>
              </div>
            ) : null}
          </StackCell>
        </StackRow>
      ))}
    </StackTable>
  );
}

function GrantsCell({
  grants,
  place,
  label,
}: {
  grants: RoleGrants;
  place: keyof RoleGrants;
  label: string;
}) {
  const list = grants[place];
  return (
    <StackCell label={label}>
      {list.length === 0 ? (
        <span className="text-ink-faint">Nothing</span>
      ) : (
        <ul className="max-md:text-end">
          {list.map((grant) => (
            <li key={grant}>{grantLabel(grant)}</li>
          ))}
        </ul>
      )}
    </StackCell>
  );
}
