"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { RoleView } from "#lib/contracts/team/roles.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { deleteRole, refreshRoles } from "#lib/queries/team/roles.ts";
import { DeleteDialog } from "#components/form/DeleteDialog.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { useStepUp } from "#components/shell/identity/useStepUp.tsx";
import { toast } from "#components/ui/feedback/toast.ts";

/** Asks before a custom role is deleted. */
export function DeleteRole({ role, onClose }: { role: RoleView | null; onClose: () => void }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const stepUp = useStepUp();
  const remove = useMutation({
    mutationFn: ({ id }: RoleView) => stepUp.run(() => deleteRole(environment, id)),
    onSuccess: async (_nothing, { name }) => {
      toast(`Role ${name} deleted`, { tone: "done", values: [name] });
      onClose();
      await refreshRoles(client, environment);
    },
  });
  function close() {
    remove.reset();
    onClose();
  }
  return (
    <>
      {role === null ? null : (
        <DeleteDialog
          noun="role"
          name={role.name}
          consequence="Its spending limits are deleted with it. A role that members still have can't be deleted."
          deleting={remove.isPending}
          submitError={remove.isError ? asProblem(remove.error) : null}
          onDelete={() => remove.mutate(role)}
          onClose={close}
        />
      )}
      {stepUp.dialog}
    </>
  );
}
