"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import { useRouter } from "next/navigation";
import type { Environment } from "#lib/contracts/environment.ts";
import { paths } from "#lib/paths.ts";
import { changeDraft, deletedDraftQuery, rememberDeleted } from "#lib/queries/orders/draft.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { IconButton } from "#components/ui/actions/IconButton.tsx";

/** Offers to restore the draft that was last deleted on this page. */
export function DeletedDraft({ environment }: { environment: Environment }) {
  const client = useQueryClient();
  const router = useRouter();
  const { data: deleted } = useQuery(deletedDraftQuery(environment));
  const restore = useMutation({
    mutationFn: (id: string) => changeDraft(client, environment, id, { deleted: false }),
    onSuccess: (_page, id) => {
      rememberDeleted(client, environment, null);
      router.push(paths.newOrder(id));
    },
  });
  if (!deleted) return null;
  return (
    <div
      role="status"
      className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-md border border-line bg-surface py-1.5 ps-3 pe-1.5"
    >
      <p className="min-w-0 grow wrap-anywhere">
        Deleted <bdi translate="no">{deleted.title}</bdi>.
        {restore.error ? <span className="text-refused"> {asProblem(restore.error).detail}</span> : null}
      </p>
      <Button size="small" loading={restore.isPending} onClick={() => restore.mutate(deleted.id)}>
        Restore draft
      </Button>
      <IconButton size="small" label="Dismiss" onClick={() => rememberDeleted(client, environment, null)}>
        <Icon shape={X} className="size-4" />
      </IconButton>
    </div>
  );
}
