import { paths } from "#lib/paths.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { signOut } from "#lib/queries/team/session.ts";
import { leavePage } from "#components/shell/page/unsaved/unsavedChanges.ts";
import { toast } from "#components/ui/feedback/toast.ts";

/** Signs out and opens the sign-in page, or says that the member is still signed in. Asks before, where something is not saved. */
export function leave(): void {
  leavePage(() => void signOutHere());
}

async function signOutHere(): Promise<void> {
  try {
    await signOut();
    location.assign(paths.signIn());
  } catch (error) {
    toast("Couldn't sign out. You are still signed in.", {
      tone: "refused",
      detail: asProblem(error).detail,
    });
  }
}
