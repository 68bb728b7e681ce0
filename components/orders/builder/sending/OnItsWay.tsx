import { Banner } from "#components/ui/feedback/Banner.tsx";

/** The order was placed, and its page is not there yet. */
export function OnItsWay({ className }: { className: string }) {
  return (
    <Banner tone="processing" className={className} title="The order is on its way. Opening its page…" />
  );
}
