"use client";

import { ChevronDown } from "lucide-react";
import type { AuditEntryView } from "#lib/contracts/audit.ts";
import { paths } from "#lib/paths.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { ENVIRONMENT_WORDS } from "#components/shell/environment/environments.ts";
import { DateTime } from "#components/time/DateTime.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import { Description, DescriptionList } from "#components/ui/display/DescriptionList.tsx";
import { actionInWords, actorInWords, detailsInWords, stateInWords } from "./auditWords.ts";

/** One record in a line: what was done, to what, by whom and when. It opens to everything that was recorded. */
export function AuditRow({ entry }: { entry: AuditEntryView }) {
  const target = entry.order ?? (entry.member?.id === entry.actor?.id ? null : (entry.member?.name ?? null));
  return (
    <li className="border-b border-line">
      <details className="group">
        <summary className="grid min-h-11 list-none grid-cols-[minmax(0,1fr)_1rem] items-center gap-x-4 py-1.5 hover:bg-surface sm:grid-cols-[9.5rem_minmax(0,1fr)_1rem] [&::-webkit-details-marker]:hidden">
          <DateTime at={entry.at} className="text-[0.8125rem] text-ink-faint max-sm:row-start-2" />
          <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            <span className="font-medium">{actionInWords(entry.action)}</span>
            {target === null ? null : (
              <bdi className={entry.order === null ? undefined : "font-mono text-[0.8125rem] wrap-anywhere"}>
                {target}
              </bdi>
            )}
            <span className="text-ink-soft">by {actorInWords(entry)}</span>
          </span>
          <ChevronDown aria-hidden className="size-4 text-ink-faint group-open:rotate-180" />
        </summary>
        <div className="pt-1 pb-4 sm:ps-[10.5rem]">
          <Record entry={entry} />
        </div>
      </details>
    </li>
  );
}

function Record({ entry }: { entry: AuditEntryView }) {
  const { at, actor, member, order, environment, fromState, toState, details } = entry;
  const shown = useEnvironment();
  return (
    <DescriptionList>
      <Description term="Time">
        <DateTime at={at} show="exact" />
      </Description>
      <Description term="By">{actor ? `${actor.name} (${actor.email})` : actorInWords(entry)}</Description>
      {order === null ? null : (
        <Description term="Order">
          <Order reference={order} isHere={environment === shown} />
        </Description>
      )}
      {member === null ? null : <Description term="Member">{`${member.name} (${member.email})`}</Description>}
      {environment === null ? null : (
        <Description term="Environment">{ENVIRONMENT_WORDS[environment].name}</Description>
      )}
      {toState === null ? null : (
        <Description term="State">
          {fromState === null || fromState === toState
            ? stateInWords(toState)
            : `${stateInWords(fromState)} → ${stateInWords(toState)}`}
        </Description>
      )}
      {detailsInWords(details).map(({ name, value }) => (
        <Description key={name} term={name}>
          {value}
        </Description>
      ))}
    </DescriptionList>
  );
}

/** A link opens in the environment of this page: an order of the other one is only named. */
function Order({ reference, isHere }: { reference: string; isHere: boolean }) {
  return isHere ? (
    <TextLink href={paths.order(reference)} className="font-mono text-[0.8125rem]">
      {reference}
    </TextLink>
  ) : (
    <span className="font-mono text-[0.8125rem]">{reference}</span>
  );
}
