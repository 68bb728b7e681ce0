"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { describeView } from "#lib/catalog/views/describeView.ts";
import { viewQuery } from "#lib/catalog/views/viewParams.ts";
import type { CatalogView } from "#lib/contracts/catalog/catalog.ts";
import type { Problem } from "#lib/contracts/problem.ts";
import type { SavedView } from "#lib/contracts/catalog/savedViews.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { changeView } from "#lib/queries/catalog/savedViews.ts";
import { FormDialog } from "#components/form/FormDialog.tsx";
import { TextField } from "#components/form/fields.tsx";
import { showFieldErrors } from "#components/form/showFieldErrors.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { Checkbox } from "#components/ui/inputs/Checkbox.tsx";
import { toast } from "#components/ui/feedback/toast.ts";

type Values = { name: string };
const NAMES = ["name"] as const;

export type EditViewDialogProps = { saved: SavedView; now: CatalogView; onClose: () => void };

/** Renames a view, or replaces its filters by those that the catalog shows now. */
export function EditViewDialog({ saved, now, onClose }: EditViewDialogProps) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const form = useForm<Values>({ defaultValues: { name: saved.name } });
  const [replace, setReplace] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const change = useMutation({
    mutationFn: ({ name }: Values) =>
      changeView(client, environment, saved.id, replace ? { name, view: now } : { name }),
    onMutate: () => setProblem(null),
    onSuccess: () => {
      toast("View updated", { tone: "done" });
      onClose();
    },
    onError: (error) => setProblem(showFieldErrors(form, NAMES, asProblem(error))),
  });
  const shown = viewQuery(now);
  return (
    <FormDialog
      onClose={onClose}
      title="Edit view"
      description={saved.shared ? "Changes apply to the whole team." : undefined}
      onSubmit={form.handleSubmit((values) => change.mutate(values))}
      loading={change.isPending}
      submitError={problem}
      submitLabel="Save changes"
    >
      <TextField control={form.control} name="name" label="Name" required autoComplete="off" />
      {shown === "" || shown === saved.query ? null : (
        <Checkbox
          checked={replace}
          onChange={(event) => setReplace(event.target.checked)}
          label={
            <>
              Replace with the current search and filters
              <bdi translate="no" className="block text-[0.8125rem] wrap-anywhere text-ink-faint">
                {describeView(now).join(" · ")}
              </bdi>
            </>
          }
        />
      )}
    </FormDialog>
  );
}
