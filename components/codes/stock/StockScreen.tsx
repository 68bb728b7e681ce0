"use client";

import { useQuery } from "@tanstack/react-query";
import { PackageOpen } from "lucide";
import { useState } from "react";
import { MOST_STOCKED } from "#lib/contracts/codes/stock.ts";
import { paths } from "#lib/paths.ts";
import { stockQuery } from "#lib/queries/codes.ts";
import { formatCount } from "#lib/text/counts.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { PageHeader } from "#components/shell/page/PageHeader.tsx";
import { QueryPart } from "#components/shell/page/QueryPart.tsx";
import { usePermission } from "#components/shell/viewer/ViewerProvider.tsx";
import { LinkButton } from "#components/ui/actions/LinkButton.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import { EmptyState } from "#components/ui/feedback/EmptyState.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { closeDialog, loadedOnUse } from "#components/ui/overlays/loadedOnUse.tsx";
import { ExportStock } from "./ExportStock.tsx";
import type { RuleDialogProps } from "#components/codes/stock/rules/RuleDialog.tsx";
import { RestockRulesSection } from "#components/codes/stock/rules/RestockRules.tsx";
import { RULES_ID, RulesSummary } from "#components/codes/stock/rules/RulesSummary.tsx";
import { StockList } from "./StockList.tsx";

type EditedRule = Pick<RuleDialogProps, "known" | "productId">;

const RuleDialog = loadedOnUse(
  async () => (await import("#components/codes/stock/rules/RuleDialog.tsx")).RuleDialog,
  closeDialog,
);

/** How many codes of each product the team has, by what has happened to them. Shows no code. */
export function StockScreen() {
  const query = useQuery(stockQuery(useEnvironment()));
  const mayHandOut = usePermission("codes.reveal");
  const [edited, setEdited] = useState<EditedRule | null>(null);
  return (
    <>
      <PageHeader
        title="Stock"
        above={<TextLink href={paths.catalog()}>Catalog</TextLink>}
        description="Codes count as untouched while nobody was shown them in Codedesk. Only these count towards what is left to sell."
        actions={
          <>
            {mayHandOut ? <LinkButton href={paths.codes()}>Hand out codes</LinkButton> : null}
            <ExportStock />
          </>
        }
      />
      <RulesSummary />
      <QueryPart
        query={query}
        failed="The stock couldn't be loaded"
        skeleton={<SkeletonRows rows={8} label="Loading the stock" />}
      >
        {({ items, hasMore }) =>
          items.length === 0 ? (
            <EmptyState
              icon={PackageOpen}
              title={<h2>No codes yet</h2>}
              actions={<LinkButton href={paths.catalog()}>Open the catalog</LinkButton>}
            >
              The products of delivered orders appear here.
            </EmptyState>
          ) : (
            <>
              <StockList items={items} onAddRule={(productId) => setEdited({ known: null, productId })} />
              {hasMore ? (
                <p className="pt-3 text-[0.8125rem] text-ink-soft">
                  Only the {formatCount(MOST_STOCKED)} products with the most codes left are listed. Export
                  the stock for all of them.
                </p>
              ) : null}
            </>
          )
        }
      </QueryPart>
      <div id={RULES_ID} tabIndex={-1} className="mt-10 scroll-mt-16">
        <RestockRulesSection
          onAdd={() => setEdited({ known: null, productId: null })}
          onEdit={(known) => setEdited({ known, productId: null })}
        />
      </div>
      {edited === null ? null : <RuleDialog {...edited} onClose={() => setEdited(null)} />}
    </>
  );
}
