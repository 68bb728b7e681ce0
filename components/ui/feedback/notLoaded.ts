import { toast } from "./toast.ts";

declare global {
  interface Window {
    /** Set once the page says that it is of a version that runs nowhere any more (server/http/retryScripts.ts). */
    isNewVersion?: true;
  }
}

/**
 * Says that a script of the page couldn't be loaded because the network is down. `what` couldn't be done: "Couldn't open this". If a
 * newer version was deployed, the page has said so already.
 */
export function tellNotLoaded(what: string): void {
  if (window.isNewVersion) return;
  toast(what, {
    tone: "refused",
    detail:
      "Part of the page didn't load. Check your connection and try again; if that doesn't help, reload the page.",
    action: { label: "Reload page", act: () => window.location.reload() },
  });
}
