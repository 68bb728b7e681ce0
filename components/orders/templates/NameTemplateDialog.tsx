"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { OrderTemplate } from "#lib/contracts/orders/orderTemplates.ts";
import type { OrderDraft } from "#lib/contracts/orders/placeOrder.ts";
import type { Problem } from "#lib/contracts/problem.ts";
import { templateContent } from "#lib/orders/drafts/templateContent.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { renameTemplate, saveTemplate } from "#lib/queries/orders/templates.ts";
import { FormDialog } from "#components/form/FormDialog.tsx";
import { TextField } from "#components/form/fields.tsx";
import { showFieldErrors } from "#components/form/showFieldErrors.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { toast } from "#components/ui/feedback/toast.ts";

/** Saves a draft under a name, or renames a template. */
export type NameTask = { kind: "save"; draft: OrderDraft } | { kind: "rename"; template: OrderTemplate };

type Values = { name: string };
const NAMES = ["name"] as const;
const WORDS = {
  save: {
    title: "Save as template",
    description: "Everyone on your team can use it. Prices are read again with each use.",
    submit: "Save template",
    done: "Template saved",
  },
  rename: {
    title: "Rename template",
    description: "The new name applies to the whole team.",
    submit: "Rename template",
    done: "Template renamed",
  },
} as const;

/** Asks for the name of a template. */
export function NameTemplateDialog({ task, onClose }: { task: NameTask; onClose: () => void }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const form = useForm<Values>({ defaultValues: { name: task.kind === "rename" ? task.template.name : "" } });
  const [problem, setProblem] = useState<Problem | null>(null);
  const words = WORDS[task.kind];
  const save = useMutation({
    mutationFn: ({ name }: Values) =>
      task.kind === "rename"
        ? renameTemplate(client, environment, task.template.id, name)
        : saveTemplate(client, environment, { name, content: templateContent(task.draft) }),
    onMutate: () => setProblem(null),
    onSuccess: () => {
      toast(words.done, { tone: "done" });
      onClose();
    },
    onError: (error) => setProblem(showFieldErrors(form, NAMES, asProblem(error))),
  });
  return (
    <FormDialog
      onClose={onClose}
      title={words.title}
      description={words.description}
      onSubmit={form.handleSubmit((values) => save.mutate(values))}
      loading={save.isPending}
      submitError={problem}
      submitLabel={words.submit}
    >
      <TextField control={form.control} name="name" label="Name" required autoComplete="off" />
    </FormDialog>
  );
}
