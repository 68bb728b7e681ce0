"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { OrderListView } from "#lib/contracts/orders/orderViews.ts";
import type { Problem } from "#lib/contracts/problem.ts";
import { changeOrderViews } from "#lib/queries/orders/orderList.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { DeleteDialog } from "#components/form/DeleteDialog.tsx";
import { TextField } from "#components/form/fields.tsx";
import { FormDialog } from "#components/form/FormDialog.tsx";
import { showFieldErrors } from "#components/form/showFieldErrors.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { toast } from "#components/ui/feedback/toast.ts";
import { Checkbox } from "#components/ui/inputs/Checkbox.tsx";

/** What the dialog does with a view. */
export type ViewTask = { kind: "save" } | { kind: "edit" | "delete"; view: OrderListView };
type Props = { task: ViewTask; query: string; onClose: () => void };

export function OrderViewDialog({ task, query, onClose }: Props) {
  if (task.kind === "delete") return <DeleteViewDialog view={task.view} onClose={onClose} />;
  return <NameViewDialog query={query} onClose={onClose} view={task.kind === "edit" ? task.view : null} />;
}

type Values = { name: string };
const NAMES = ["name"] as const;

/** Saves the list's current filters under a name, or changes a view. */
function NameViewDialog({
  view,
  query,
  onClose,
}: {
  view: OrderListView | null;
  query: string;
  onClose: () => void;
}) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const form = useForm<Values>({ defaultValues: { name: view?.name ?? "" } });
  const [replace, setReplace] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const save = useMutation({
    mutationFn: ({ name }: Values) =>
      changeOrderViews(
        client,
        environment,
        view === null
          ? { kind: "save", body: { name, query } }
          : { kind: "change", viewId: view.id, body: replace ? { name, query } : { name } },
      ),
    onMutate: () => setProblem(null),
    onSuccess: () => {
      toast(view === null ? "View saved" : "View updated", { tone: "done" });
      onClose();
    },
    onError: (error) => setProblem(showFieldErrors(form, NAMES, asProblem(error))),
  });
  return (
    <FormDialog
      onClose={onClose}
      title={view === null ? "Save view" : "Edit view"}
      onSubmit={form.handleSubmit((values) => save.mutate(values))}
      loading={save.isPending}
      submitError={problem}
      submitLabel={view === null ? "Save view" : "Save changes"}
    >
      <TextField control={form.control} name="name" label="Name" required autoComplete="off" />
      {view === null || query === "" || query === view.query ? null : (
        <Checkbox
          checked={replace}
          onChange={(event) => setReplace(event.target.checked)}
          label="Replace with the current search, filters and sort"
        />
      )}
    </FormDialog>
  );
}

function DeleteViewDialog({ view, onClose }: { view: OrderListView; onClose: () => void }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => changeOrderViews(client, environment, { kind: "delete", viewId: view.id }),
    onSuccess: () => {
      toast("View deleted", { detail: view.name, values: [view.name] });
      onClose();
    },
  });
  return (
    <DeleteDialog
      noun="view"
      name={view.name}
      consequence="Orders are not affected."
      deleting={remove.isPending}
      submitError={remove.isError ? asProblem(remove.error) : null}
      onDelete={() => remove.mutate()}
      onClose={onClose}
    />
  );
}
