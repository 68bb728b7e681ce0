import { z } from "zod";
import { orderDraft } from "#lib/contracts/placeOrder.ts";
import type { DraftNotice } from "#lib/orders/drafts/draftMerge.ts";
import type { DraftBackup } from "#lib/orders/drafts/draftSync.ts";
import { keepInTab, keptInTab } from "./sessionKeep.ts";

const backupSchema = z.object({
  base: orderDraft,
  version: z.int(),
  draft: orderDraft,
  // Written by this program in this tab: their shape is checked where they are made.
  notices: z.array(z.custom<DraftNotice>((value) => typeof value === "object" && value !== null)),
});
const keyOf = (draftId: string) => `draft ${draftId}`;

/** What a reload of this tab must not lose of a draft: what is not saved yet, and notices that nobody has read. */
export const draftBackup = {
  keep: (draftId: string, backup: DraftBackup | null): void => keepInTab(keyOf(draftId), backup),
  read: (draftId: string): DraftBackup | null => {
    const parsed = backupSchema.safeParse(keptInTab(keyOf(draftId)));
    return parsed.success ? parsed.data : null;
  },
};
