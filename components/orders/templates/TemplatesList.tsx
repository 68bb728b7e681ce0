"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { LayoutTemplate } from "lucide";
import { useState } from "react";
import type { OrderTemplate } from "#lib/contracts/orders/orderTemplates.ts";
import { paths } from "#lib/paths.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { openTemplate, templatesQuery } from "#lib/queries/orders/templates.ts";
import { counted } from "#lib/text/counts.ts";
import { ChangedSinceList } from "#components/orders/ChangedSinceList.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { PageHeader } from "#components/shell/page/PageHeader.tsx";
import { QueryPart } from "#components/shell/page/QueryPart.tsx";
import { useOpenPage } from "#components/shell/page/useOpenPage.ts";
import { DateTime } from "#components/time/DateTime.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { LinkButton } from "#components/ui/actions/LinkButton.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import { StackCell, StackNote, StackRow, StackTable } from "#components/ui/display/StackTable.tsx";
import { EmptyState } from "#components/ui/feedback/EmptyState.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { useNextHeading } from "#components/ui/nextHeading.ts";
import { closeDialog, loadedOnUse } from "#components/ui/overlays/loadedOnUse.tsx";
import { usePermission } from "#components/shell/viewer/ViewerProvider.tsx";
import { DeleteTemplateDialog } from "./DeleteTemplateDialog.tsx";
import { NameTemplateDialog } from "./NameTemplateDialog.tsx";

// The form is loaded when it is opened.
const ScheduleDialog = loadedOnUse(
  async () => (await import("#components/orders/schedules/ScheduleDialog.tsx")).ScheduleDialog,
  closeDialog,
);

const COLUMNS = "md:grid-cols-[minmax(0,1fr)_5rem_9rem_17rem]";
const HEADS = [{ text: "Template" }, { text: "Lines" }, { text: "Saved" }, { text: "Actions", hidden: true }];

/** The team's order templates: start an order from one, rename or delete it. */
export function TemplatesList() {
  const environment = useEnvironment();
  const heading = useNextHeading();
  const query = useQuery(templatesQuery(environment));
  return (
    <>
      <PageHeader
        above={<TextLink href={paths.newOrder()}>New order</TextLink>}
        title={
          <span ref={heading} tabIndex={-1} className="outline-none">
            Order templates
          </span>
        }
        actions={
          <LinkButton href={paths.schedules()} variant="quiet">
            Schedules
          </LinkButton>
        }
        description="Drafts that your team keeps under a name. Each use opens a draft of its own, with today's prices."
      />
      <QueryPart
        query={query}
        failed="Templates couldn't be loaded"
        skeleton={<SkeletonRows rows={4} label="Loading templates" />}
      >
        {({ templates }) => <Templates templates={templates} />}
      </QueryPart>
    </>
  );
}

function Templates({ templates }: { templates: readonly OrderTemplate[] }) {
  if (templates.length === 0) {
    return (
      <EmptyState
        icon={LayoutTemplate}
        title="No templates yet"
        actions={<LinkButton href={paths.newOrder()}>Create an order</LinkButton>}
      >
        Build an order, then save it as a template.
      </EmptyState>
    );
  }
  return (
    <StackTable label="Order templates" heads={HEADS} columns={COLUMNS}>
      {templates.map((template) => (
        <TemplateRow key={template.id} template={template} />
      ))}
    </StackTable>
  );
}

function TemplateRow({ template }: { template: OrderTemplate }) {
  const { name, lineCount, savedBy, updatedAt, mayChange } = template;
  const [task, setTask] = useState<"rename" | "delete" | "schedule" | null>(null);
  const maySchedule = usePermission("schedules.manage");
  const close = () => setTask(null);
  return (
    <StackRow columns={COLUMNS}>
      <StackCell className="font-medium wrap-anywhere">
        <bdi translate="no">{name}</bdi>
      </StackCell>
      <StackCell label="Lines">
        <span>{counted(lineCount, "line", "lines")}</span>
      </StackCell>
      <StackCell label="Saved" className="text-ink-soft">
        <span>
          <DateTime at={updatedAt} className="md:block" />{" "}
          <span className="text-xs text-ink-faint">{savedBy}</span>
        </span>
      </StackCell>
      <StackCell>
        <span className="flex flex-wrap justify-end gap-2">
          {mayChange ? (
            <>
              <Button size="small" variant="quiet" onClick={() => setTask("rename")}>
                Rename<span className="sr-only"> {name}</span>
              </Button>
              <Button size="small" variant="quiet" onClick={() => setTask("delete")}>
                Delete<span className="sr-only"> {name}</span>
              </Button>
            </>
          ) : null}
          {maySchedule ? (
            <Button size="small" variant="quiet" onClick={() => setTask("schedule")}>
              Schedule<span className="sr-only"> {name}</span>
            </Button>
          ) : null}
          <UseTemplate template={template} />
        </span>
      </StackCell>
      {template.changedSince === null ? null : (
        <StackNote className="text-[0.8125rem] text-ink-soft">
          <p>Changed in the catalog since it was saved:</p>
          <ChangedSinceList changed={template.changedSince} />
        </StackNote>
      )}
      {task === "rename" ? <NameTemplateDialog task={{ kind: "rename", template }} onClose={close} /> : null}
      {task === "delete" ? <DeleteTemplateDialog template={template} onClose={close} /> : null}
      {task === "schedule" ? (
        <ScheduleDialog task={{ kind: "make", source: { templateId: template.id } }} onClose={close} />
      ) : null}
    </StackRow>
  );
}

function UseTemplate({ template: { id, name } }: { template: OrderTemplate }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const { isOpening, openPage } = useOpenPage();
  const use = useMutation({
    mutationFn: () => openTemplate(client, environment, id),
    onSuccess: (draft) => openPage(paths.newOrder(draft.id)),
  });
  return (
    <>
      <Button size="small" loading={use.isPending || isOpening} onClick={() => use.mutate()}>
        Use<span className="sr-only"> {name}</span>
      </Button>
      {use.error ? (
        <span role="alert" className="w-full text-[0.8125rem] text-refused">
          {asProblem(use.error).detail}
        </span>
      ) : null}
    </>
  );
}
