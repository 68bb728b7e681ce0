"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { describeView } from "#lib/catalog/views/describeView.ts";
import type { CatalogView } from "#lib/contracts/catalog/catalog.ts";
import type { Problem } from "#lib/contracts/problem.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { saveView } from "#lib/queries/catalog/savedViews.ts";
import { FormDialog } from "#components/form/FormDialog.tsx";
import { SelectField, TextField } from "#components/form/fields.tsx";
import { showFieldErrors } from "#components/form/showFieldErrors.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { usePermission } from "#components/shell/viewer/ViewerProvider.tsx";
import { toast } from "#components/ui/feedback/toast.ts";

type Values = { name: string; whose: "mine" | "team" };
const NAMES = ["name"] as const;
const WHOSE = [
  { value: "mine", label: "Only me" },
  { value: "team", label: "The whole team" },
];

/** Saves what the catalog shows under a name. */
export function SaveViewDialog({ view, onClose }: { view: CatalogView; onClose: () => void }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const mayShare = usePermission("catalog.share");
  const form = useForm<Values>({ defaultValues: { name: "", whose: "mine" } });
  const [problem, setProblem] = useState<Problem | null>(null);
  const save = useMutation({
    mutationFn: ({ name, whose }: Values) =>
      saveView(client, environment, { name, view, shared: whose === "team" }),
    onMutate: () => setProblem(null),
    onSuccess: ({ name }) => {
      toast("View saved", { tone: "done", detail: name, values: [name] });
      onClose();
    },
    onError: (error) => setProblem(showFieldErrors(form, NAMES, asProblem(error))),
  });
  return (
    <FormDialog
      onClose={onClose}
      title="Save view"
      description={<bdi translate="no">{describeView(view).join(" · ")}</bdi>}
      onSubmit={form.handleSubmit((values) => save.mutate(values))}
      loading={save.isPending}
      submitError={problem}
      submitLabel="Save view"
    >
      <TextField control={form.control} name="name" label="Name" required autoComplete="off" />
      {mayShare ? (
        <SelectField control={form.control} name="whose" label="Visible to" required options={WHOSE} />
      ) : null}
    </FormDialog>
  );
}
