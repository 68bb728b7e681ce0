"use client";

import { useQuery } from "@tanstack/react-query";
import type { RestockRule } from "#lib/contracts/restock/restockRules.ts";
import { rulesQuery } from "#lib/queries/restock.ts";
import { needsAttention } from "#lib/restock/needsAttention.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";

/** The id of the list of rules, below the stock. */
export const RULES_ID = "restock-rules";

/** How many rules there are and how many of them wait for somebody, with the way to them past a long list; nothing without rules. */
export function RulesSummary() {
  const { data } = useQuery(rulesQuery(useEnvironment()));
  if (data === undefined || data.items.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-2 pb-3 tabular-nums">
      <TextLink href={`#${RULES_ID}`}>{counted(data.items.length, "restock rule", "restock rules")}</TextLink>
      <span className="text-ink-soft">{waitingInWords(data.items)}</span>
    </p>
  );
}

function waitingInWords(rules: readonly RestockRule[]): string {
  const running = rules.filter(({ paused }) => !paused);
  const unable = running.filter(needsAttention).length;
  const waiting = running.filter(({ approved }) => !approved).length;
  return [
    ...(unable === 0 ? [] : [counted(unable, "needs attention", "need attention")]),
    ...(waiting === 0 ? [] : [`${formatCount(waiting)} awaiting approval`]),
  ].join(" · ");
}
