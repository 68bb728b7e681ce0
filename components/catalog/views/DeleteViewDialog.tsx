"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { SavedView } from "#lib/contracts/savedViews.ts";
import { asProblem } from "#lib/queries/problemError.ts";
import { deleteView } from "#lib/queries/savedViews.ts";
import { SubmitError } from "#components/form/Form.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { Modal } from "#components/ui/overlays/Modal.tsx";
import { toast } from "#components/ui/feedback/toast.ts";

/** Says what deleting means before it is done. */
export function DeleteViewDialog({ saved, onClose }: { saved: SavedView; onClose: () => void }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deleteView(client, environment, saved.id),
    onSuccess: () => {
      toast("View deleted", { detail: saved.name });
      onClose();
    },
  });
  return (
    <Modal
      open
      onClose={onClose}
      locked={remove.isPending}
      title={<bdi>{`Delete “${saved.name}”?`}</bdi>}
      description={
        saved.shared
          ? "This deletes the view for the whole team. Products and favourites are not affected."
          : "Products and favourites are not affected."
      }
      footer={
        <>
          <Button onClick={onClose} disabled={remove.isPending}>
            Cancel
          </Button>
          <Button variant="danger" loading={remove.isPending} onClick={() => remove.mutate()}>
            Delete view
          </Button>
        </>
      }
    >
      {remove.isError ? <SubmitError problem={asProblem(remove.error)} /> : null}
    </Modal>
  );
}
