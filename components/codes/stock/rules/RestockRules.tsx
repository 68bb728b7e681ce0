"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { RestockRule } from "#lib/contracts/restock/restockRules.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { approveRule, rulesQuery } from "#lib/queries/restock.ts";
import { paths } from "#lib/paths.ts";
import { needsAttention } from "#lib/restock/needsAttention.ts";
import { counted } from "#lib/text/counts.ts";
import { WithAmounts } from "#components/money/WithAmounts.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { useStepUp } from "#components/shell/identity/useStepUp.tsx";
import { QueryPart } from "#components/shell/page/QueryPart.tsx";
import { Section } from "#components/shell/page/Section.tsx";
import { usePermission, useViewer } from "#components/shell/viewer/ViewerProvider.tsx";
import { DateTime } from "#components/time/DateTime.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import { Badge } from "#components/ui/display/Badge.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { toast } from "#components/ui/feedback/toast.ts";
import { closeDialog, loadedOnUse } from "#components/ui/overlays/loadedOnUse.tsx";
import { MODE_LABELS, nameOfRule, positionInWords, ruleInWords } from "./ruleWords.ts";

const PreviewDialog = loadedOnUse(async () => (await import("./RulePreview.tsx")).PreviewDialog, closeDialog);

export type RestockRulesProps = { onAdd: () => void; onEdit: (rule: RestockRule) => void };

/** The rules that look after the stock: what each says, what it has, and what it did last. Those that could not act come first. */
export function RestockRulesSection({ onAdd, onEdit }: RestockRulesProps) {
  const query = useQuery(rulesQuery(useEnvironment()));
  const mayManage = usePermission("rules.manage");
  return (
    <Section
      title="Restock rules"
      actions={
        mayManage ? (
          <Button size="small" onClick={onAdd}>
            Add restock rule
          </Button>
        ) : undefined
      }
    >
      <QueryPart
        compact
        query={query}
        failed="The restock rules couldn't be loaded"
        skeleton={<SkeletonRows rows={2} label="Loading the restock rules" />}
      >
        {({ items }) =>
          items.length === 0 ? (
            <p className="py-2">No restock rules yet.</p>
          ) : (
            <ul>
              {items.map((rule) => (
                <RuleRow key={rule.id} rule={rule} onEdit={() => onEdit(rule)} />
              ))}
            </ul>
          )
        }
      </QueryPart>
    </Section>
  );
}

function RuleRow({ rule, onEdit }: { rule: RestockRule; onEdit: () => void }) {
  const name = nameOfRule(rule);
  const viewer = useViewer();
  const managesTeam = usePermission("team.manage");
  const mayManage = usePermission("rules.manage");
  const mayEdit = mayManage && (rule.owner.id === viewer.id || managesTeam);
  return (
    <li
      id={`rule-${rule.id}`}
      className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-line py-2.5"
    >
      <div className="min-w-0 grow basis-72">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <TextLink href={subjectHref(rule)} className="font-medium wrap-anywhere">
            <bdi translate="no">{name}</bdi>
          </TextLink>
          <StateBadge rule={rule} />
        </p>
        <p className="text-ink-soft tabular-nums">
          <WithAmounts>{ruleInWords(rule)}</WithAmounts>
        </p>
        <p className="text-[0.8125rem] text-ink-soft tabular-nums">
          {positionInWords(rule.position)} · <bdi translate="no">{rule.owner.name}</bdi>
          <LastRun run={rule.lastRun} />
        </p>
        {rule.problem === null ? null : (
          <p className="mt-1">
            <WithAmounts>{rule.problem.message}</WithAmounts> <Since at={rule.problem.since} />
          </p>
        )}
        {rule.view === null ? null : <ViewProblems view={rule.view} />}
      </div>
      <div className="flex gap-2">
        {rule.view === null ? null : <PreviewButton rule={rule} name={name} />}
        <ApproveButton rule={rule} name={name} />
        {mayEdit ? (
          <Button size="small" aria-label={`Edit restock rule of ${name}`} onClick={onEdit}>
            Edit
          </Button>
        ) : null}
      </div>
    </li>
  );
}

function subjectHref({ productId, view }: RestockRule): string {
  return productId === null ? paths.catalog(view?.query) : paths.catalogProduct(productId);
}

function Since({ at }: { at: string }) {
  return (
    <span className="text-[0.8125rem] text-ink-faint">
      since <DateTime at={at} />
    </span>
  );
}

/** For which products of its view a rule could not act, and what became of the view. */
function ViewProblems({
  view: { problems, problemCount, since },
}: {
  view: NonNullable<RestockRule["view"]>;
}) {
  const more = problemCount - problems.length;
  return (
    <>
      {since === "same" ? null : (
        <p className="mt-1 text-[0.8125rem] text-ink-soft">
          {since === "changed"
            ? "The saved view was changed since. The rule looks after what it showed before."
            : "The saved view was deleted. The rule looks after what it showed."}
        </p>
      )}
      {problems.length === 0 ? null : (
        <ul className="mt-1">
          {problems.map((each) => (
            <li key={each.productId} className="wrap-anywhere">
              <bdi translate="no">{each.productName ?? `Product ${each.productId}`}</bdi>:{" "}
              <WithAmounts>{each.message}</WithAmounts> <Since at={each.since} />
            </li>
          ))}
          {more > 0 ? <li>And {counted(more, "product", "products")} more.</li> : null}
        </ul>
      )}
    </>
  );
}

function PreviewButton({ rule, name }: { rule: RestockRule; name: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="small" aria-label={`Preview rule of ${name}`} onClick={() => setIsOpen(true)}>
        Preview
      </Button>
      {isOpen ? <PreviewDialog ruleId={rule.id} name={name} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}

function StateBadge({ rule }: { rule: RestockRule }) {
  if (rule.paused) return <Badge tone="neutral">Paused</Badge>;
  if (!rule.approved) return <Badge tone="processing">Awaiting approval</Badge>;
  if (needsAttention(rule)) return <Badge tone="refused">Needs attention</Badge>;
  return <Badge tone="neutral">{MODE_LABELS[rule.mode]}</Badge>;
}

function LastRun({ run }: { run: RestockRule["lastRun"] }) {
  if (run === null) return null;
  const codes = counted(run.quantity, "code", "codes");
  const when = <DateTime at={run.at} show="nearby" />;
  if (run.order !== null) {
    return (
      <>
        {" · "}
        <TextLink href={paths.order(run.order)}>Ordered {codes}</TextLink> {when}
      </>
    );
  }
  if (run.mode === "propose" && run.draftId !== null) {
    return (
      <>
        {" · "}
        <TextLink href={paths.newOrder(run.draftId)}>Draft for {codes}</TextLink> {when}
      </>
    );
  }
  return run.mode === "tell" ? <> · told {when}</> : null;
}

function ApproveButton({ rule, name }: { rule: RestockRule; name: string }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const stepUp = useStepUp();
  const viewer = useViewer();
  const mayApprove = usePermission("orders.approve");
  const approve = useMutation({
    mutationFn: () => stepUp.run(() => approveRule(environment, rule.id, rule.version)),
    onSuccess: (rules) => {
      client.setQueryData(rulesQuery(environment).queryKey, rules);
      toast("Restock rule approved.", { tone: "done" });
    },
    onError: (error) => toast(asProblem(error).detail, { tone: "refused" }),
  });
  if (rule.approved || !mayApprove || rule.owner.id === viewer.id) return null;
  return (
    <>
      <Button
        size="small"
        variant="primary"
        loading={approve.isPending}
        aria-label={`Approve rule of ${name}`}
        onClick={() => approve.mutate()}
      >
        Approve rule
      </Button>
      {stepUp.dialog}
    </>
  );
}
