import type { NamedGroup } from "#lib/codes/codeText.ts";
import type { CodeGroup } from "#lib/contracts/codes/codes.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";

/** A group with its amount for copying, if exactly one is possible. */
export function namedGroup(group: CodeGroup): NamedGroup {
  const [only] = group.amounts;
  const amount = group.amounts.length === 1 && only !== undefined ? formatAmount(only, group.currency) : "";
  return { ...group, amount };
}

/** The amounts as shown; if several are possible, says that the service does not tell which. */
export function amountWords({ amounts, currency }: Pick<CodeGroup, "amounts" | "currency">): string {
  const texts = amounts.map((amount) => formatAmount(amount, currency));
  return texts.length > 1 ? `${texts.join(" or ")}, the service doesn't say which` : (texts[0] ?? "");
}
