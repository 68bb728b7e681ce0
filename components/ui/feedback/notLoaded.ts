import { toast } from "./toast.ts";

/**
 * Says that a script of the page couldn't be loaded, because the network is down or a newer version was deployed. `what` couldn't be
 * done: "Couldn't open this".
 */
export function tellNotLoaded(what: string): void {
  toast(what, {
    tone: "refused",
    detail:
      "Part of the page didn't load. Check your connection and try again; if that doesn't help, reload the page.",
    action: { label: "Reload page", act: () => window.location.reload() },
  });
}
