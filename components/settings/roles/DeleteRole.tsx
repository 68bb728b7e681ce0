"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { RoleView } from "#lib/contracts/roles.ts";
import { asProblem } from "#lib/queries/problemError.ts";
import { deleteRole, refreshRoles } from "#lib/queries/roles.ts";
import { SubmitError } from "#components/form/Form.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { useStepUp } from "#components/shell/identity/useStepUp.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { toast } from "#components/ui/feedback/toast.ts";
import { Modal } from "#components/ui/overlays/Modal.tsx";

/** Asks before a custom role goes. */
export function DeleteRole({ role, onClose }: { role: RoleView | null; onClose: () => void }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const stepUp = useStepUp();
  const remove = useMutation({
    mutationFn: ({ id }: RoleView) => stepUp.run(() => deleteRole(environment, id)),
    onSuccess: async (_nothing, { name }) => {
      toast(`Role ${name} deleted`, { tone: "done" });
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
      <Modal
        open={role !== null}
        onClose={close}
        locked={remove.isPending}
        title={`Delete the role ${role?.name ?? ""}?`}
        description="Its spending limits go with it. A role that members still have can't be deleted."
        footer={
          <>
            <Button onClick={close} disabled={remove.isPending}>
              Cancel
            </Button>
            <Button
              variant="danger"
              loading={remove.isPending}
              onClick={() => {
                if (role !== null) remove.mutate(role);
              }}
            >
              Delete role
            </Button>
          </>
        }
      >
        {remove.isError ? <SubmitError problem={asProblem(remove.error)} /> : null}
      </Modal>
      {stepUp.dialog}
    </>
  );
}
