"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CATALOG_NOTICES, DIGEST_HOUR, type CatalogNotices } from "#lib/contracts/notices/catalogNotices.ts";
import type { NoticeKind } from "#lib/contracts/notices/noticeKinds.ts";
import type { ChangeNoticeSettings, NoticeSettings } from "#lib/contracts/notices/notices.ts";
import { KINDS } from "#lib/notices/kinds.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { changeNoticeSettings, noticeSettingsQuery } from "#lib/queries/notices.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { QueryPart } from "#components/shell/page/QueryPart.tsx";
import { Section } from "#components/shell/page/Section.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { toast } from "#components/ui/feedback/toast.ts";
import { Field } from "#components/ui/inputs/Field.tsx";
import { Select } from "#components/ui/inputs/Select.tsx";

/** What the member is told of, and how. Each choice is saved at once. */
export function NoticeChoices() {
  const query = useQuery(noticeSettingsQuery(useEnvironment()));
  return (
    <Section title="Notice settings">
      <QueryPart
        query={query}
        failed="Your choices couldn't be loaded"
        skeleton={<SkeletonRows rows={8} label="Loading your choices" />}
      >
        {(data) => <Choices settings={data} />}
      </QueryPart>
    </Section>
  );
}

function Choices({ settings }: { settings: NoticeSettings }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const { queryKey } = noticeSettingsQuery(environment);
  const change = useMutation({
    mutationFn: (body: ChangeNoticeSettings) => changeNoticeSettings(client, environment, body),
    // One after the other, so that the answer to an earlier choice never replaces a later one.
    scope: { id: "notice-settings" },
    onMutate: (body) =>
      client.setQueryData(queryKey, (known: NoticeSettings | undefined) =>
        known === undefined ? known : changed(known, body),
      ),
    onError: (failure) => {
      toast("Couldn't save your choice", { tone: "refused", detail: asProblem(failure).detail });
      void client.invalidateQueries({ queryKey });
    },
  });
  return (
    <div className="flex max-w-2xl flex-col gap-5 pt-3">
      <Field label="Orders" className="max-w-72">
        {(control) => (
          <Select
            {...control}
            value={settings.teamOrders ? "team" : "own"}
            onChange={(event) => change.mutate({ teamOrders: event.target.value === "team" })}
            options={[
              { value: "own", label: "Only orders that you confirmed" },
              { value: "team", label: "Orders of the whole team" },
            ]}
          />
        )}
      </Field>
      {settings.kinds.some(({ kind }) => kind === "catalog.changed") ? (
        <Field label="Catalog changes" className="max-w-72" hint={CATALOG_HINTS[settings.catalogChanges]}>
          {(control) => (
            <Select
              {...control}
              value={settings.catalogChanges}
              onChange={(event) => {
                const chosen = CATALOG_NOTICES.find((each) => each === event.target.value);
                if (chosen !== undefined) change.mutate({ catalogChanges: chosen });
              }}
              options={offeredOf(settings).map((value) => ({ value, label: CATALOG_LABELS[value] }))}
            />
          )}
        </Field>
      ) : null}
      <p className="text-[0.8125rem] text-ink-faint">
        {settings.mailTo === null
          ? "This dashboard sends no mail: the operator hasn't set up a mail server."
          : `Mail goes to ${settings.mailTo}.`}{" "}
        Frequent events are combined in one notice. No notice contains a code.
      </p>
      <Table settings={settings} onChange={(body) => change.mutate(body)} />
    </div>
  );
}

const CATALOG_LABELS: Record<CatalogNotices, string> = {
  off: "Off",
  mine: "What affects you",
  digest: "Daily digest",
};

const CATALOG_HINTS: Record<CatalogNotices, string | undefined> = {
  off: undefined,
  mine: "Favourites, drafts, templates, and your orders that wait for approval.",
  digest: `All changes of the day before, mailed after ${DIGEST_HOUR}:00.`,
};

const CHANNELS = [
  { channel: "dashboard", name: "Dashboard" },
  { channel: "mail", name: "Mail" },
] as const;

function Table({
  settings,
  onChange,
}: {
  settings: NoticeSettings;
  onChange: (body: ChangeNoticeSettings) => void;
}) {
  return (
    <table className="w-full border-collapse">
      <thead>
        <tr className="border-b border-line text-xs text-ink-faint">
          <th scope="col" className="h-9 text-start font-medium">
            Notice
          </th>
          {CHANNELS.map(({ channel, name }) => (
            <th key={channel} scope="col" className="w-24 text-center font-medium max-sm:w-20">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {settings.kinds.map(({ kind, ...channels }) => (
          <tr key={kind} className="border-b border-line">
            <th scope="row" className="h-10 py-1.5 pe-2 text-start font-normal">
              {KINDS[kind].label}
            </th>
            {CHANNELS.map(({ channel, name }) => (
              <td key={channel} className="text-center">
                {/* The whole cell can be pressed. */}
                <label className="flex h-10 cursor-pointer items-center justify-center has-disabled:cursor-not-allowed">
                  <input
                    type="checkbox"
                    className="size-4 accent-accent"
                    aria-label={`${KINDS[kind].label}: ${name}`}
                    checked={channels[channel]}
                    disabled={isFixed(settings, kind, channel)}
                    onChange={(event) =>
                      onChange({ kinds: { [kind]: { ...channels, [channel]: event.target.checked } } })
                    }
                  />
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A digest needs a mail server. */
function offeredOf({ mailTo, catalogChanges }: NoticeSettings): CatalogNotices[] {
  return CATALOG_NOTICES.filter(
    (each) => each !== "digest" || mailTo !== null || catalogChanges === "digest",
  );
}

/** Whether the choice of a channel has no effect: no mail is sent, or the choice of catalog changes says otherwise. */
function isFixed(
  { mailTo, catalogChanges }: NoticeSettings,
  kind: NoticeKind,
  channel: "dashboard" | "mail",
): boolean {
  if (channel === "mail" && mailTo === null) return true;
  if (kind !== "catalog.changed") return false;
  return channel === "mail" ? catalogChanges !== "mine" : catalogChanges === "off";
}

/** What the answer is expected to be. */
function changed(
  known: NoticeSettings,
  { teamOrders, catalogChanges, kinds }: ChangeNoticeSettings,
): NoticeSettings {
  return {
    ...known,
    teamOrders: teamOrders ?? known.teamOrders,
    catalogChanges: catalogChanges ?? known.catalogChanges,
    kinds: known.kinds.map((each) => ({ ...each, ...kinds?.[each.kind] })),
  };
}
