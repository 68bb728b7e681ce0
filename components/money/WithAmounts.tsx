const CURRENCY = String.raw`−?(?:[A-Z]{0,3}\p{Sc}[A-Z]{0,3}|\b[A-Z]{3,5}\b)`;
const NUMBER = String.raw`−?\p{Nd}(?:[.,'’٫٬\s]?\p{Nd})*`;
const AMOUNT = new RegExp(String.raw`(${CURRENCY}\s?${NUMBER}|${NUMBER}\s?${CURRENCY})`, "u");

/** A text with amounts in it, as formatAmount writes them: a browser that translates the page leaves them as they are. */
export function WithAmounts({ children }: { children: string }) {
  const [before = "", amount, after = ""] = splitOnce(children);
  if (amount === undefined) return children;
  return (
    <>
      {before}
      <bdi translate="no">{amount}</bdi>
      <WithAmounts>{after}</WithAmounts>
    </>
  );
}

function splitOnce(text: string): string[] {
  const found = AMOUNT.exec(text);
  if (found === null) return [text];
  const end = found.index + found[0].length;
  return [text.slice(0, found.index), found[0], text.slice(end)];
}
