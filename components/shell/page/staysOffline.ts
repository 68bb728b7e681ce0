import { isOffline } from "#lib/queries/isOffline.ts";
import { toast } from "#components/ui/feedback/toast.ts";

/** Whether the page must stay because there is no network; says so. A page that can't be loaded takes the place of this one. */
export async function staysOffline(): Promise<boolean> {
  if (!(await isOffline())) return false;
  toast("You are offline", {
    tone: "refused",
    detail: "There is no network connection. This page stays open until you are back online.",
  });
  return true;
}
