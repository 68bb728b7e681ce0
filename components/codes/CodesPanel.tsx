"use client";

import { useQuery } from "@tanstack/react-query";
import { STATES } from "#lib/orders/lifecycle/states.ts";
import { formatCount } from "#lib/text/counts.ts";
import { orderQuery } from "#lib/queries/orders.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { Section } from "#components/shell/page/Section.tsx";
import { MaskedCodes } from "./MaskedCodes.tsx";
import { RevealedCodes } from "./RevealedCodes.tsx";
import { useReveal } from "./useReveal.ts";

/** The codes of an order, masked until somebody reveals them; nothing where none were delivered. */
export function CodesPanel({ reference }: { reference: string }) {
  const environment = useEnvironment();
  const { data: order } = useQuery(orderQuery(environment, reference));
  const reveal = useReveal(environment, reference);
  const codes = order ? STATES[order.state].codes : "none";
  if (!order || codes === "none") return null;
  const count = order.delivered ?? (codes === "all" ? order.ordered : null);
  return (
    <Section title="Codes" aside={<span className="text-ink-faint">{countOf(count)}</span>}>
      {reveal.shown ? (
        <RevealedCodes key={reveal.shown.skip} shown={reveal.shown} reveal={reveal} />
      ) : (
        <MaskedCodes count={count} mayReveal={order.canReveal} reveal={reveal} />
      )}
    </Section>
  );
}

function countOf(count: number | null): string {
  if (count === null) return "delivered";
  return `${formatCount(count)} delivered`;
}
