"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { STATES } from "#lib/orders/lifecycle/states.ts";
import { referenceOf } from "#lib/orders/references/referenceOf.ts";
import { formatCount } from "#lib/text/counts.ts";
import { orderQuery } from "#lib/queries/orders/orders.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { ReleaseRequests } from "#components/shell/page/ReleaseRequests.tsx";
import { Section } from "#components/shell/page/Section.tsx";
import { loadedOnUse } from "#components/ui/overlays/loadedOnUse.tsx";
import { ExportCodes } from "#components/codes/export/ExportCodes.tsx";
import { MaskedCodes } from "#components/codes/list/MaskedCodes.tsx";
import type { Range } from "#components/codes/list/range.ts";
import { useReveal } from "#components/codes/reveal/useReveal.ts";

// Loaded when codes are to be revealed, and before they are: none is revealed that then could not be shown.
const RevealedCodes = loadedOnUse(
  async () => (await import("./RevealedCodes.tsx")).RevealedCodes,
  ({ reveal }) => reveal.hide(),
);

/** The codes of an order, masked until a member reveals them; nothing where none were delivered. */
export function CodesPanel({ reference }: { reference: string }) {
  const environment = useEnvironment();
  const { data: order } = useQuery(orderQuery(environment, reference));
  const reveal = useReveal(environment, reference, RevealedCodes.load);
  const { shown } = reveal;
  // A choice belongs to one reveal: the next one begins with all codes.
  const [choice, setChoice] = useState<{ of: number; range: Range | null } | null>(null);
  const chosen = shown !== null && choice?.of === shown.until ? choice.range : null;
  const codes = order ? STATES[order.state].codes : "none";
  if (!order || codes === "none") return null;
  // Only what the service said was delivered: the number ordered proves nothing.
  const count = order.delivered;
  const total = shown?.total ?? count ?? (codes === "all" ? (order.ordered ?? 0) : 0);
  return (
    <Section
      title="Codes"
      aside={<span className="text-ink-faint">{countOf(count)}</span>}
      actions={
        // Stays when the codes are hidden, because an export may be in progress.
        order.canReveal && total > 0 ? (
          <ExportCodes
            reference={reference}
            chosen={chosen ?? { from: 1, to: total }}
            reason={shown?.reason ?? ""}
          />
        ) : null
      }
    >
      <ReleaseRequests reference={referenceOf(order)} />
      {shown ? (
        <RevealedCodes
          reference={referenceOf(order)}
          shown={shown}
          reveal={reveal}
          chosen={chosen}
          onChoose={(range) => setChoice({ of: shown.until, range })}
        />
      ) : (
        <MaskedCodes reference={reference} count={count} mayReveal={order.canReveal} reveal={reveal} />
      )}
    </Section>
  );
}

function countOf(count: number | null): string {
  if (count === null) return "delivered";
  return `${formatCount(count)} delivered`;
}
