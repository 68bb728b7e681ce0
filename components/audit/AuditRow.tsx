"use client";

import { ChevronDown } from "lucide";
import type { ReactNode } from "react";
import { Icon } from "#components/ui/display/Icon.tsx";
import { actorInWords, detailsInWords, stateInWords } from "#lib/audit/auditWords.ts";
import { sentenceParts, type SentencePart } from "#lib/audit/sentences.ts";
import type { AuditEntryView } from "#lib/contracts/audit/audit.ts";
import { isServiceAddress } from "#lib/members/serviceAddress.ts";
import { paths } from "#lib/paths.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { ENVIRONMENT_WORDS } from "#components/shell/environment/environments.ts";
import { DateTime } from "#components/time/DateTime.tsx";
import { Avatar } from "#components/ui/display/Avatar.tsx";
import { cx } from "#components/ui/cx.ts";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import { Description, DescriptionList } from "#components/ui/display/DescriptionList.tsx";

/** One record as a sentence: who did what, to what, and when. It expands to everything that was recorded. */
export function AuditRow({ entry }: { entry: AuditEntryView }) {
  return (
    <li className="border-b border-line">
      <details className="group">
        <AuditSummary entry={entry} turns="group-open:rotate-180" />
        <div className="pt-1 pb-4 sm:ps-[10.5rem]">
          <Record entry={entry} />
        </div>
      </details>
    </li>
  );
}

/** What a row says before it is expanded. `more` follows the sentence; `turns`: how its sign turns with the row. */
export function AuditSummary({
  entry,
  more,
  turns,
}: {
  entry: AuditEntryView;
  more?: ReactNode;
  turns: string;
}) {
  const shown = useEnvironment();
  return (
    <summary className="grid min-h-11 list-none grid-cols-[minmax(0,1fr)_1rem] items-center gap-x-4 py-1.5 hover:bg-surface sm:grid-cols-[9.75rem_minmax(0,1fr)_1rem] [&::-webkit-details-marker]:hidden">
      <DateTime at={entry.at} className="text-[0.8125rem] text-ink-faint max-sm:row-start-2" />
      <span className="min-w-0">
        {sentenceParts(entry).map((part, index) => (
          // The parts of one sentence never change places.
          // oxlint-disable-next-line react/no-array-index-key
          <Part key={index} part={part} isHere={entry.environment === shown} />
        ))}
        {more}
      </span>
      <Icon shape={ChevronDown} className={cx("size-4 text-ink-faint", turns)} />
    </summary>
  );
}

function Part({ part: { kind, text }, isHere }: { part: SentencePart; isHere: boolean }) {
  if (kind === "text") return text;
  if (kind === "order") return <Order reference={text} isHere={isHere} />;
  return (
    <>
      {kind === "actor" ? (
        <Avatar name={text} className="me-1.5 size-5 align-middle text-[0.625rem]" />
      ) : null}
      <bdi translate="no" className="font-medium">
        {text}
      </bdi>
    </>
  );
}

function inFull({ name, email }: { name: string; email: string }): string {
  return isServiceAddress(email) ? `${name} (service)` : `${name} (${email})`;
}

function Record({ entry }: { entry: AuditEntryView }) {
  const { at, actor, member, order, environment, fromState, toState, details } = entry;
  const shown = useEnvironment();
  return (
    <DescriptionList>
      <Description term="Time">
        <DateTime at={at} show="exact" />
      </Description>
      <Description term="By">{actor ? <Value>{inFull(actor)}</Value> : actorInWords(entry)}</Description>
      {entry.token === null ? null : (
        <Description term="Token">
          <Value>{entry.token}</Value>
        </Description>
      )}
      {order === null ? null : (
        <Description term="Order">
          <Order reference={order} isHere={environment === shown} />
        </Description>
      )}
      {member === null ? null : (
        <Description term="Member">
          <Value>{inFull(member)}</Value>
        </Description>
      )}
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
          <Value>{value}</Value>
        </Description>
      ))}
    </DescriptionList>
  );
}

function Value({ children }: { children: string }) {
  return <bdi translate="no">{children}</bdi>;
}

/** A link opens in the environment of this page, so an order of the other one is only named. */
function Order({ reference, isHere }: { reference: string; isHere: boolean }) {
  return isHere ? (
    <TextLink
      translate="no"
      href={paths.order(reference)}
      className="font-mono text-[0.8125rem] wrap-anywhere"
    >
      {reference}
    </TextLink>
  ) : (
    <span translate="no" className="font-mono text-[0.8125rem] wrap-anywhere">
      {reference}
    </span>
  );
}
