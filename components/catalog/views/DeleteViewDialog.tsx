"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { SavedView } from "#lib/contracts/catalog/savedViews.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { deleteView } from "#lib/queries/catalog/savedViews.ts";
import { DeleteDialog } from "#components/form/DeleteDialog.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { toast } from "#components/ui/feedback/toast.ts";

/** Explains what deleting means before it is done. */
export function DeleteViewDialog({ saved, onClose }: { saved: SavedView; onClose: () => void }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deleteView(client, environment, saved.id),
    onSuccess: () => {
      toast("View deleted", { detail: saved.name, values: [saved.name] });
      onClose();
    },
  });
  return (
    <DeleteDialog
      noun="view"
      name={saved.name}
      consequence={
        saved.shared
          ? "This deletes the view for the whole team. Products and favourites are not affected."
          : "Products and favourites are not affected."
      }
      deleting={remove.isPending}
      submitError={remove.isError ? asProblem(remove.error) : null}
      onDelete={() => remove.mutate()}
      onClose={onClose}
    />
  );
}
