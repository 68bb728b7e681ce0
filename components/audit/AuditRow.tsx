"use client";

import type { AuditEntryView } from "#lib/contracts/audit.ts";
import { paths } from "#lib/paths.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { DateTime } from "#components/time/DateTime.tsx";
import { Cell, Row } from "#components/ui/display/Table.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import { actionInWords, factsOf, nobodyInWords, stateInWords } from "./auditWords.ts";

export function AuditRow({ entry }: { entry: AuditEntryView }) {
  return (
    <Row>
      <Cell className="whitespace-nowrap">
        <DateTime at={entry.at} />
      </Cell>
      <Cell>
        {entry.actor ? (
          <span title={entry.actor.email}>{entry.actor.name}</span>
        ) : (
          <span className="text-ink-faint">{nobodyInWords(entry.action)}</span>
        )}
      </Cell>
      <Cell>{actionInWords(entry.action)}</Cell>
      <Cell>
        <Subject entry={entry} />
      </Cell>
      <Cell>
        <Facts entry={entry} />
      </Cell>
    </Row>
  );
}

function Subject({ entry }: { entry: AuditEntryView }) {
  const shown = useEnvironment();
  if (entry.order !== null) {
    // A link opens in the environment of this page: an order of the other one is only named.
    const here = entry.environment === shown;
    return (
      <>
        {here ? (
          <TextLink href={paths.order(entry.order)} className="font-mono text-[0.8125rem]">
            {entry.order}
          </TextLink>
        ) : (
          <span className="font-mono text-[0.8125rem]">{entry.order}</span>
        )}
        {here ? null : <span className="block text-xs text-ink-faint">{entry.environment}</span>}
      </>
    );
  }
  if (entry.member === null) return <span className="text-ink-faint">{entry.environment ?? "–"}</span>;
  if (entry.member.id === entry.actor?.id) return <span className="text-ink-faint">themselves</span>;
  return <span title={entry.member.email}>{entry.member.name}</span>;
}

function Facts({ entry }: { entry: AuditEntryView }) {
  const { fromState, toState, details } = entry;
  const facts = factsOf(details);
  return (
    <div className="text-[0.8125rem] text-ink-soft">
      {toState === null ? null : (
        <p>
          {fromState === null || fromState === toState ? "" : `${stateInWords(fromState)} → `}
          {stateInWords(toState)}
        </p>
      )}
      {facts.map(({ name, value }) => (
        <p key={name} className="wrap-anywhere">
          <span className="text-ink-faint">{name}:</span> {value}
        </p>
      ))}
    </div>
  );
}
