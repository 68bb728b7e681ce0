"use client";

import { CALL_OPERATIONS, CALL_OUTCOMES } from "#lib/contracts/serviceCalls.ts";
import { dayOf } from "#lib/time/calendarDays.ts";
import { MINUTE } from "#lib/time/instant.ts";
import { DayField } from "#components/time/DayField.tsx";
import { useTimes } from "#components/time/TimeProvider.tsx";
import { useNow } from "#components/time/useNow.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { Field } from "#components/ui/inputs/Field.tsx";
import { Select } from "#components/ui/inputs/Select.tsx";
import { OPERATION_WORDS } from "./operationWords.ts";

export type RequestChoice = { outcome: string; operation: string; from: string; to: string };
export const EVERY_REQUEST: RequestChoice = { outcome: "", operation: "", from: "", to: "" };

const OUTCOME_WORDS: Record<(typeof CALL_OUTCOMES)[number], string> = {
  succeeded: "Succeeded",
  failed: "Failed",
  "no-answer": "No answer",
};

/** What of the request log is listed. */
export function RequestFilters({
  choice,
  onChoose,
}: {
  choice: RequestChoice;
  onChoose: (choice: RequestChoice) => void;
}) {
  const today = dayOf(useNow(MINUTE), useTimes().zone);
  const set = (more: Partial<RequestChoice>) => onChoose({ ...choice, ...more });
  return (
    <div
      role="search"
      aria-label="Filter the request log"
      className="grid grid-cols-2 items-end gap-3 pt-3 pb-2 sm:flex sm:flex-wrap"
    >
      <Field label="Outcome" className="sm:w-36">
        {(control) => (
          <Select
            {...control}
            value={choice.outcome}
            onChange={(event) => set({ outcome: event.target.value })}
            options={[
              { value: "", label: "All outcomes" },
              ...CALL_OUTCOMES.map((value) => ({ value, label: OUTCOME_WORDS[value] })),
            ]}
          />
        )}
      </Field>
      <Field label="Request" className="sm:w-36">
        {(control) => (
          <Select
            {...control}
            value={choice.operation}
            onChange={(event) => set({ operation: event.target.value })}
            options={[
              { value: "", label: "All requests" },
              ...CALL_OPERATIONS.map((value) => ({ value, label: OPERATION_WORDS[value] })),
            ]}
          />
        )}
      </Field>
      <DayField
        label="From"
        className="sm:w-36"
        value={choice.from}
        today={today}
        onDay={(from) => set({ from })}
      />
      <DayField label="To" className="sm:w-36" value={choice.to} today={today} onDay={(to) => set({ to })} />
      {choice === EVERY_REQUEST ? null : (
        <Button variant="quiet" className="-ms-2 justify-self-start" onClick={() => onChoose(EVERY_REQUEST)}>
          Clear filters
        </Button>
      )}
    </div>
  );
}
