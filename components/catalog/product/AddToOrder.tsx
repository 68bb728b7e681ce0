"use client";

import { useState, type FormEvent } from "react";
import { checkTypedAmount, checkAmount, defaultAmount } from "#lib/catalog/denominations/denomination.ts";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { formatAmount, multiplyMinor, toMajorText } from "#lib/money/minorUnits.ts";
import { describeCurrencyProblem } from "#lib/orders/lines/currencyProblem.ts";
import { parseQuantity } from "#lib/orders/drafts/draftQuantity.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { WalletWarning } from "#components/money/WalletWarning.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { Banner } from "#components/ui/feedback/Banner.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { Field } from "#components/ui/inputs/Field.tsx";
import { NumberInput } from "#components/ui/inputs/NumberInput.tsx";
import { AmountChooser } from "./AmountChooser.tsx";

/**
 * `amount` is in minor units, null for a fixed product whose price is unknown. Resolves to a text that says how many lines the
 * order now has; rejects if the product was not added.
 */
export type AddProduct = (
  product: Product,
  choice: { amount: number | null; quantity: number },
) => Promise<string>;

type State = { busy: boolean; error: unknown; added: string | null };
const IDLE: State = { busy: false, error: null, added: null };

type AddToOrderProps = { product: Product; onAdd: AddProduct };

/** Amount, quantity and what they come to; why not, where the product can't be ordered at all. */
export function AddToOrder({ product, onAdd }: AddToOrderProps) {
  const problem = describeCurrencyProblem(product.currencyCode);
  return product.currencyCode === null || problem !== null ? (
    <Banner tone="refused" live="off" className="mb-6" title={problem} />
  ) : (
    <AddForm product={product} currency={product.currencyCode} onAdd={onAdd} />
  );
}

/** Checked while one types by the rules that the server checks by. */
function AddForm({ product, currency, onAdd }: AddToOrderProps & { currency: string }) {
  const suggested = defaultAmount(product);
  // Once typed, it stays when the current data of the product arrives.
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? (suggested === null ? "" : toMajorText(suggested, currency));
  const [count, setCount] = useState("1");
  const [tried, setTried] = useState(false);
  const [state, setState] = useState<State>(IDLE);
  const open = product.denomination === "open";
  const amount = open
    ? checkTypedAmount(product, text)
    : { minor: product.price, problem: priceProblem(product) };
  const quantity = parseQuantity(count);
  const total = amount.minor !== null && quantity.ok ? multiplyMinor(amount.minor, quantity.quantity) : null;
  const tooLarge = amount.minor !== null && quantity.ok && total === null;
  const countProblem = quantity.ok
    ? tooLarge
      ? "This total is too large. Enter a smaller quantity."
      : null
    : quantity.message;

  async function add(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (state.busy || amount.problem !== null || !quantity.ok || tooLarge) return;
    setState({ ...IDLE, busy: true });
    try {
      const added = await onAdd(product, { amount: amount.minor, quantity: quantity.quantity });
      setState({ ...IDLE, added });
    } catch (error) {
      setState({ ...IDLE, error });
    }
  }

  return (
    <form
      onSubmit={(event) => void add(event)}
      noValidate
      className="mb-6 flex flex-col gap-3 border-b border-line pb-5"
    >
      {open ? (
        <AmountChooser product={product} currency={currency} text={text} tried={tried} onText={setTyped} />
      ) : null}
      {!open && amount.problem !== null ? <Banner tone="refused" title={amount.problem} /> : null}
      <div className="flex items-start gap-3">
        <Field label="Quantity" error={countProblem} className="w-36">
          {(control) => (
            <NumberInput
              {...control}
              kind="numeric"
              value={count}
              maxLength={30}
              onChange={(event) => setCount(event.target.value)}
            />
          )}
        </Field>
        <p className="ms-auto pt-6 text-end">
          <span className="block text-[0.8125rem] text-ink-faint">Total</span>
          <output translate="no" className="text-base font-semibold tabular-nums">
            {total === null ? "–" : formatAmount(total, currency)}
          </output>
        </p>
      </div>
      <WalletWarning environment={useEnvironment()} currency={currency} least={total} />
      {state.error === null ? null : (
        <Banner tone="refused" live="alert" title="Couldn't add this to your order">
          {asProblem(state.error).detail}
        </Banner>
      )}
      {/* Inside the sheet, because what is behind a modal is neither seen nor read out. */}
      <div aria-live="polite">
        {state.added === null ? null : (
          <Banner tone="done" live="off" title="Added to your order">
            {state.added}
          </Banner>
        )}
      </div>
      <Button type="submit" variant="primary" loading={state.busy}>
        Add to order
      </Button>
    </form>
  );
}

function priceProblem(product: Product): string | null {
  if (product.price !== null && product.price <= 0) {
    return `This product is listed at ${formatAmount(product.price, product.currencyCode)} and can't be ordered at that price.`;
  }
  return checkAmount(product, product.price)?.message ?? null;
}
