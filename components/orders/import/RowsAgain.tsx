import { counted } from "#lib/text/counts.ts";
import { Banner } from "#components/ui/feedback/Banner.tsx";

/** Says that rows of the table are in the draft already: added once more, they are bought twice. */
export function RowsAgain({ count }: { count: number }) {
  return (
    <Banner
      tone="partial"
      className="mt-3"
      title={`${counted(count, "row of this table is", "rows of this table are")} in this order already.`}
    >
      If you add {count === 1 ? "it" : "them"} again, the order buys {count === 1 ? "it" : "them"} twice.
    </Banner>
  );
}
