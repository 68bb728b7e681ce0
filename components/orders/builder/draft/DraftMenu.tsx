"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ellipsis } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { ChangeDraftRequest, DraftSummary } from "#lib/contracts/orders/drafts.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import { draftTitle, isFilledByCatalog } from "#lib/orders/drafts/draftNames.ts";
import { paths } from "#lib/paths.ts";
import { formatCount } from "#lib/text/counts.ts";
import { changeDraft, rememberDeleted } from "#lib/queries/orders/draft.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { announce } from "#components/ui/Announcer.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { toast } from "#components/ui/feedback/toast.ts";
import { Menu, MenuItem } from "#components/ui/overlays/Menu.tsx";
import { closeDialog, loadedOnUse } from "#components/ui/overlays/loadedOnUse.tsx";
import type { Naming } from "./NameDraftDialog.tsx";

// The form is loaded when a draft is named.
const NameDraftDialog = loadedOnUse(
  async () => (await import("./NameDraftDialog.tsx")).NameDraftDialog,
  closeDialog,
);

/** The menu of drafts: create one, and name, share and delete the open one. */
export function DraftMenu({
  environment,
  summary,
  isOwn,
  onClear,
}: {
  environment: Environment;
  summary: DraftSummary;
  isOwn: boolean;
  /** Removes all lines, which can be undone. */
  onClear: () => void;
}) {
  const client = useQueryClient();
  const router = useRouter();
  const [naming, setNaming] = useState<Naming | null>(null);
  const change = useMutation({
    mutationFn: (request: ChangeDraftRequest) => changeDraft(client, environment, summary.id, request),
    onError: (error) =>
      toast("Couldn't change the draft", { tone: "refused", detail: asProblem(error).detail }),
  });
  const isMain = isFilledByCatalog(summary);

  async function remove() {
    await change.mutateAsync({ deleted: true });
    rememberDeleted(client, environment, { id: summary.id, title: draftTitle(summary) });
    announce(`Deleted ${draftTitle(summary)}.`);
    router.push(paths.newOrder());
  }

  return (
    <>
      <Button size="small" variant="quiet" onClick={() => setNaming({ kind: "new" })}>
        New draft
      </Button>
      <Menu
        align="end"
        label="More about this draft"
        trigger={<Icon shape={Ellipsis} className="size-4" />}
        variant="quiet"
        size="small"
      >
        <MenuItem onClick={() => setNaming({ kind: isMain ? "save" : "rename", draft: summary })}>
          {isMain ? "Save under a name…" : "Rename…"}
        </MenuItem>
        {summary.lineCount === 0 ? null : (
          <MenuItem onClick={onClear}>
            {summary.lineCount === 1
              ? "Remove the line"
              : `Remove all ${formatCount(summary.lineCount)} lines`}
          </MenuItem>
        )}
        {isMain || !isOwn ? null : (
          <>
            <MenuItem onClick={() => change.mutate({ shared: !summary.shared })}>
              {summary.shared ? "Stop sharing" : "Share with the team"}
            </MenuItem>
            <MenuItem onClick={() => void remove().catch(() => {})}>Delete draft</MenuItem>
          </>
        )}
      </Menu>
      {naming === null ? null : (
        <NameDraftDialog environment={environment} naming={naming} onClose={() => setNaming(null)} />
      )}
    </>
  );
}
