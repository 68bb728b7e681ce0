import { splitReason } from "#lib/orders/lines/allowance.ts";

/** What is wrong with a line. A reason that somebody has typed stays as it is where the browser translates the page. */
export function LineMessage({ message }: { message: string }) {
  const [ours, typed] = splitReason(message);
  if (typed === "") return message;
  return (
    <>
      {ours}
      <bdi translate="no">{typed}</bdi>
    </>
  );
}
