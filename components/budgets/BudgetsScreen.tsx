"use client";

import { useQuery } from "@tanstack/react-query";
import { PiggyBank } from "lucide";
import { useState } from "react";
import type { Budget } from "#lib/contracts/orders/budgets.ts";
import { budgetsQuery } from "#lib/queries/team/budgets.ts";
import { paths } from "#lib/paths.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { ENVIRONMENT_WORDS } from "#components/shell/environment/environments.ts";
import { PageHeader } from "#components/shell/page/PageHeader.tsx";
import { QueryPart } from "#components/shell/page/QueryPart.tsx";
import { usePermission } from "#components/shell/viewer/ViewerProvider.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import { EmptyState } from "#components/ui/feedback/EmptyState.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { BudgetActions } from "./BudgetActions.tsx";
import { BudgetCard } from "./BudgetCard.tsx";
import { BudgetDialog } from "./BudgetDialog.tsx";

/** The budgets of an environment, with what is used of them. */
export function BudgetsScreen() {
  const environment = useEnvironment();
  const query = useQuery(budgetsQuery(environment));
  const mayChange = usePermission("team.manage");
  const [edited, setEdited] = useState<Budget | "new" | null>(null);
  return (
    <>
      <PageHeader
        above={<TextLink href={paths.wallet()}>Wallet</TextLink>}
        title="Budgets"
        description={`${ENVIRONMENT_WORDS[environment].name}. Months, quarters and years are those of UTC. An order counts from its confirmation, also while it waits for approval.`}
        actions={
          mayChange ? (
            <Button variant="primary" onClick={() => setEdited("new")}>
              Add budget
            </Button>
          ) : null
        }
      />
      <QueryPart
        query={query}
        failed="The budgets couldn't be loaded"
        skeleton={<SkeletonRows rows={4} label="Loading the budgets" />}
      >
        {({ budgets }) =>
          budgets.length === 0 ? (
            <EmptyState icon={PiggyBank} title={<h2>No budgets yet</h2>}>
              <p>
                {mayChange
                  ? "A budget says what orders of chosen members, tags or purchase orders may cost together."
                  : "Whoever manages the team can add one."}
              </p>
            </EmptyState>
          ) : (
            <div className="flex flex-col gap-6">
              {budgets.map((budget) => (
                <BudgetCard
                  key={budget.id}
                  budget={budget}
                  onEdit={mayChange ? () => setEdited(budget) : null}
                />
              ))}
              <div className="flex flex-wrap gap-2">
                <BudgetActions budgets={budgets} environment={environment} />
              </div>
            </div>
          )
        }
      </QueryPart>
      {edited === null ? null : (
        <BudgetDialog known={edited === "new" ? null : edited} onClose={() => setEdited(null)} />
      )}
    </>
  );
}
