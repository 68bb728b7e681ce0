"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { OrderTemplate } from "#lib/contracts/orders/orderTemplates.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { deleteTemplate } from "#lib/queries/orders/templates.ts";
import { DeleteDialog } from "#components/form/DeleteDialog.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { toast } from "#components/ui/feedback/toast.ts";

/** Explains what deleting means before it is done. */
export function DeleteTemplateDialog({
  template,
  onClose,
}: {
  template: OrderTemplate;
  onClose: () => void;
}) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deleteTemplate(client, environment, template.id),
    onSuccess: () => {
      toast("Template deleted", { detail: template.name, values: [template.name] });
      onClose();
    },
  });
  return (
    <DeleteDialog
      noun="template"
      name={template.name}
      consequence="This deletes the template for the whole team. Drafts and orders that were made from it stay."
      deleting={remove.isPending}
      submitError={remove.isError ? asProblem(remove.error) : null}
      onDelete={() => remove.mutate()}
      onClose={onClose}
    />
  );
}
