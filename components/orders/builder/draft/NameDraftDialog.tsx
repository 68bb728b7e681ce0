"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState, type FormEvent } from "react";
import type { DraftSummary } from "#lib/contracts/orders/drafts.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import { VIEW_NAME_LIMIT } from "#lib/contracts/text/viewName.ts";
import { paths } from "#lib/paths.ts";
import { changeDraft, openDraft } from "#lib/queries/orders/draft.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { Field } from "#components/ui/inputs/Field.tsx";
import { TextInput } from "#components/ui/inputs/TextInput.tsx";
import { Modal } from "#components/ui/overlays/Modal.tsx";

/** `save`: names the draft that the catalog adds to; the catalog then begins another one. */
export type Naming = { kind: "new" } | { kind: "rename" | "save"; draft: DraftSummary };

const WORDS: Record<Naming["kind"], { title: string; description: string | undefined; submit: string }> = {
  new: { title: "New draft", description: undefined, submit: "Create draft" },
  rename: { title: "Rename draft", description: undefined, submit: "Rename draft" },
  save: {
    title: "Save draft under a name",
    description:
      "The lines move to a draft with this name. Products that you add from the catalog go into a new draft.",
    submit: "Save draft",
  },
};

export function NameDraftDialog({
  environment,
  naming,
  onClose,
}: {
  environment: Environment;
  naming: Naming;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const router = useRouter();
  const [name, setName] = useState(naming.kind === "new" ? "" : (naming.draft.name ?? ""));
  const { title, description, submit } = WORDS[naming.kind];
  const save = useMutation({
    mutationFn: async () => {
      if (naming.kind === "new") return (await openDraft(client, environment, { name, lines: [] })).id;
      await changeDraft(client, environment, naming.draft.id, { name });
      return naming.draft.id;
    },
    onSuccess: (id) => {
      onClose();
      if (naming.kind !== "rename") router.push(paths.newOrder(id));
    },
  });

  function send(event: FormEvent) {
    event.preventDefault();
    if (!save.isPending) save.mutate();
  }

  return (
    <Modal open onClose={onClose} locked={save.isPending} title={title} description={description}>
      <form onSubmit={send} noValidate className="flex flex-col gap-4">
        <Field label="Name" required error={save.error ? messageOf(save.error) : null}>
          {(control) => (
            <TextInput
              {...control}
              // The only field of the dialog.
              // oxlint-disable-next-line jsx-a11y/no-autofocus
              autoFocus
              autoComplete="off"
              maxLength={VIEW_NAME_LIMIT}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose} disabled={save.isPending}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" loading={save.isPending}>
            {submit}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function messageOf(error: unknown): string {
  const { detail, fields } = asProblem(error);
  return fields?.["name"] ?? detail;
}
