"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { REPORT_KINDS, type ReportKind } from "#lib/contracts/reports/reportKinds.ts";
import type { AddReportRequest } from "#lib/contracts/reports/reports.ts";
import { permits } from "#lib/members/roles.ts";
import { WEEKDAY_NAMES } from "#lib/orders/schedules/recurrenceWords.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { orderViewsQuery } from "#lib/queries/orders/orderList.ts";
import { addReport, reportsQuery } from "#lib/queries/reports.ts";
import { REPORTS } from "#lib/reports/kinds.ts";
import { FormDialog } from "#components/form/FormDialog.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { useViewer } from "#components/shell/viewer/ViewerProvider.tsx";
import { useTimes } from "#components/time/TimeProvider.tsx";
import { toast } from "#components/ui/feedback/toast.ts";
import { Field } from "#components/ui/inputs/Field.tsx";
import { Select, type SelectOption } from "#components/ui/inputs/Select.tsx";
import { TextInput } from "#components/ui/inputs/TextInput.tsx";

const EVERY: readonly SelectOption[] = [
  { value: "week", label: "Every week" },
  { value: "month", label: "Every month" },
];
const WEEKDAYS = WEEKDAY_NAMES.map((label, place) => ({ value: String(place), label }));
const DAYS = Array.from({ length: 31 }, (_, at) => ({ value: String(at + 1), label: String(at + 1) }));
const ZONES = Intl.supportedValuesOf("timeZone")
  .concat("UTC")
  .map((zone) => ({ value: zone, label: zone, isValue: true }));

/** Everything of the form as chosen. */
type Chosen = {
  kind: ReportKind;
  viewId: string;
  every: string;
  weekday: string;
  day: string;
  time: string;
  zone: string;
};

function requestOf({ kind, viewId, every, weekday, day, time, zone }: Chosen): AddReportRequest | null {
  if (time === "" || (kind === "orders" && viewId === "")) return null;
  return {
    kind,
    viewId: kind === "orders" ? viewId : null,
    cuts: {
      every:
        every === "week" ? { kind: "week", weekday: Number(weekday) } : { kind: "month", day: Number(day) },
      time,
      zone,
    },
  };
}

/** Sets up a report of the member's own. */
export function AddReportDialog({ onClose }: { onClose: () => void }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const viewer = useViewer();
  const { zone } = useTimes();
  const [chosen, setChosen] = useState<Chosen>({
    kind: "orders",
    viewId: "",
    every: "week",
    weekday: "0",
    day: "1",
    time: "09:00",
    zone,
  });
  const [isChecked, setChecked] = useState(false);
  const { data } = useQuery(orderViewsQuery(environment));
  const views = data?.views ?? [];
  const save = useMutation({
    mutationFn: (body: AddReportRequest) => addReport(environment, body),
    onSuccess: (reports) => {
      client.setQueryData(reportsQuery(environment).queryKey, reports);
      toast("Report added.", { tone: "done" });
      onClose();
    },
  });
  const choose = (name: keyof Chosen) => (value: string) => setChosen((now) => ({ ...now, [name]: value }));
  const kinds = REPORT_KINDS.filter((kind) => permits(viewer, REPORTS[kind].permission));
  return (
    <FormDialog
      onClose={onClose}
      title="Add report"
      description="It is cut at this time exactly: statements and orders go from one cut to the next, the others are as things are when they are made."
      onSubmit={() => {
        setChecked(true);
        const request = requestOf(chosen);
        if (request !== null) save.mutate(request);
      }}
      loading={save.isPending}
      submitError={save.error ? asProblem(save.error) : null}
      submitLabel="Add report"
    >
      <Choice
        label="Report"
        value={chosen.kind}
        options={kinds.map((value) => ({ value, label: REPORTS[value].label }))}
        onValue={(value) => {
          const kind = kinds.find((each) => each === value);
          if (kind !== undefined) setChosen((now) => ({ ...now, kind }));
        }}
      />
      {chosen.kind === "orders" ? (
        <Choice
          label="Saved view"
          hint={
            views.length === 0
              ? "Save a view of the list of orders first."
              : "As it is now. Its days make no difference."
          }
          error={isChecked && chosen.viewId === "" ? "Choose a saved view." : null}
          value={chosen.viewId}
          options={[
            { value: "", label: "Choose a view" },
            ...views.map(({ id, name }) => ({ value: id, label: name, isValue: true })),
          ]}
          onValue={choose("viewId")}
        />
      ) : null}
      <Choice label="How often" value={chosen.every} options={EVERY} onValue={choose("every")} />
      {chosen.every === "week" ? (
        <Choice
          label="Day of the week"
          value={chosen.weekday}
          options={WEEKDAYS}
          onValue={choose("weekday")}
        />
      ) : (
        <Choice
          label="Day of the month"
          hint="A shorter month has it on its last day."
          value={chosen.day}
          options={DAYS}
          onValue={choose("day")}
        />
      )}
      <Field label="Cut at" error={isChecked && chosen.time === "" ? "Enter a time." : null} required>
        {(control) => (
          <TextInput
            {...control}
            type="time"
            value={chosen.time}
            onChange={(event) => choose("time")(event.target.value)}
          />
        )}
      </Field>
      <Choice label="Time zone" value={chosen.zone} options={ZONES} onValue={choose("zone")} />
    </FormDialog>
  );
}

function Choice({
  label,
  hint,
  error,
  value,
  options,
  onValue,
}: {
  label: string;
  hint?: string;
  error?: string | null;
  value: string;
  options: readonly SelectOption[];
  onValue: (value: string) => void;
}) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <Select
          {...control}
          value={value}
          options={options}
          onChange={(event) => onValue(event.target.value)}
        />
      )}
    </Field>
  );
}
