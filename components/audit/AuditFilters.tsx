"use client";

import { actionInWords } from "#lib/audit/auditWords.ts";
import { dayOf } from "#lib/time/calendarDays.ts";
import { MINUTE } from "#lib/time/instant.ts";
import { DayField } from "#components/time/DayField.tsx";
import { useTimes } from "#components/time/TimeProvider.tsx";
import { useNow } from "#components/time/useNow.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { Field } from "#components/ui/inputs/Field.tsx";
import { Select } from "#components/ui/inputs/Select.tsx";
import { CHOICES, NO_CHOICE, type AuditChoice } from "./auditFilter.ts";
import { SearchInput } from "./SearchInput.tsx";

export type AuditPerson = { id: string; name: string };

export function AuditFilters({
  choice,
  people,
  actions,
  onChoose,
}: {
  choice: AuditChoice;
  people: readonly AuditPerson[];
  actions: readonly string[];
  onChoose: (choice: AuditChoice) => void;
}) {
  const set = (name: keyof AuditChoice, value: string) => onChoose({ ...choice, [name]: value });
  // The action in the address stays in the list, even if no recent record has it.
  const offered =
    choice.action === "" || actions.includes(choice.action) ? actions : [choice.action, ...actions];
  const today = dayOf(useNow(MINUTE), useTimes().zone);
  const isFiltered = CHOICES.some((name) => choice[name] !== "");
  return (
    <div
      role="search"
      aria-label="Filter the audit log"
      className="mb-4 grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap"
    >
      <Field label="Search" className="col-span-2 sm:w-40">
        {(control) => <SearchInput {...control} value={choice.q} onSearch={(q) => set("q", q)} />}
      </Field>
      <Field label="Member" className="sm:w-40">
        {(control) => (
          <Select
            {...control}
            value={choice.member}
            onChange={(event) => set("member", event.target.value)}
            options={[
              { value: "", label: "All members" },
              ...people.map(({ id, name }) => ({ value: id, label: name, isValue: true })),
            ]}
          />
        )}
      </Field>
      <Field label="Action" className="sm:w-48">
        {(control) => (
          <Select
            {...control}
            value={choice.action}
            onChange={(event) => set("action", event.target.value)}
            options={[
              { value: "", label: "All actions" },
              ...offered.map((action) => ({ value: action, label: actionInWords(action) })),
            ]}
          />
        )}
      </Field>
      {/* Wrap together. */}
      <div className="col-span-2 grid grid-cols-2 gap-3 sm:flex">
        <DayField
          label="From"
          className="sm:w-36"
          value={choice.from}
          today={today}
          onDay={(from) => onChoose({ ...choice, from, to: later(from, choice.to) })}
        />
        <DayField
          label="To"
          className="sm:w-36"
          value={choice.to}
          today={today}
          onDay={(to) => onChoose({ ...choice, to, from: earlier(choice.from, to) })}
        />
      </div>
      {isFiltered ? (
        <Button variant="quiet" className="-ms-2 justify-self-start" onClick={() => onChoose(NO_CHOICE)}>
          Clear filters
        </Button>
      ) : null}
    </div>
  );
}

/** The last day of a range, which is never before the first. */
const later = (from: string, to: string) => (to !== "" && to < from ? from : to);
const earlier = (from: string, to: string) => (to !== "" && to < from ? to : from);
