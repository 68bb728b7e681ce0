"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm, useWatch, type Control } from "react-hook-form";
import type { RegionSettings } from "#lib/contracts/region.ts";
import type { Problem } from "#lib/contracts/problem.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { regionQuery, saveRegion } from "#lib/queries/region.ts";
import { weekStartOf } from "#lib/time/weeks.ts";
import { Form } from "#components/form/Form.tsx";
import { SelectField } from "#components/form/fields.tsx";
import { showFieldErrors } from "#components/form/showFieldErrors.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { QueryPart } from "#components/shell/page/QueryPart.tsx";
import { Section } from "#components/shell/page/Section.tsx";
import { noteUnsaved } from "#components/shell/page/unsaved/unsavedChanges.ts";
import { useUnsaved } from "#components/shell/page/unsaved/useUnsaved.ts";
import { WEEKDAYS } from "#components/time/Calendar.tsx";
import { formatInstant } from "#components/time/formats.ts";
import { browserZone, useTimes } from "#components/time/TimeProvider.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";

type Values = { locale: string; timeZone: string };
const NAMES = ["locale", "timeZone"] as const;
const REGION = "Region";
/** A select has no null: the browser's own. */
const BROWSER = "";

/** How numbers, amounts, dates and times are written for the member, on all their devices. */
export function RegionForm() {
  const query = useQuery(regionQuery(useEnvironment()));
  return (
    <Section title={REGION}>
      <QueryPart
        query={query}
        failed="Your region couldn't be loaded"
        skeleton={<SkeletonRows rows={3} label="Loading your region" />}
      >
        {(data) => <Choices region={data} />}
      </QueryPart>
    </Section>
  );
}

function Choices({ region }: { region: RegionSettings }) {
  const environment = useEnvironment();
  const form = useForm<Values>({
    defaultValues: { locale: region.locale ?? BROWSER, timeZone: region.timeZone ?? BROWSER },
  });
  const [problem, setProblem] = useState<Problem | null>(null);
  const save = useMutation({
    mutationFn: ({ locale, timeZone }: Values) =>
      saveRegion(environment, {
        locale: locale === BROWSER ? null : locale,
        timeZone: timeZone === BROWSER ? null : timeZone,
      }),
    onMutate: () => setProblem(null),
    // A new page: everything on this one is written as before.
    onSuccess: () => {
      noteUnsaved(REGION, false);
      location.reload();
    },
    onError: (error) => setProblem(showFieldErrors(form, NAMES, asProblem(error))),
  });
  useUnsaved(REGION, form.formState.isDirty);
  return (
    <Form
      onSubmit={form.handleSubmit((values) => save.mutate(values))}
      loading={save.isPending || save.isSuccess}
      submitError={problem}
      submitLabel="Save region"
      className="flex max-w-sm flex-col gap-4 pt-3"
    >
      <SelectField
        control={form.control}
        name="locale"
        label="Numbers and dates"
        options={[
          { value: BROWSER, label: `As in your browser: ${region.browserLocale.name}` },
          ...region.locales.map(({ tag, name }) => ({ value: tag, label: name })),
        ]}
      />
      <SelectField
        control={form.control}
        name="timeZone"
        label="Time zone"
        options={[
          { value: BROWSER, label: `As in your browser: ${zoneText(browserZone())}` },
          ...region.timeZones.map((zone) => ({ value: zone, label: zoneText(zone) })),
        ]}
      />
      <Preview control={form.control} browserLocale={region.browserLocale.tag} />
    </Form>
  );
}

/** Shows the effect of the choice before it is saved. */
function Preview({ control, browserLocale }: { control: Control<Values>; browserLocale: string }) {
  const { paintedAt } = useTimes();
  const chosen = useWatch({ control });
  const locale = chosen.locale || browserLocale;
  const zone = chosen.timeZone || browserZone();
  return (
    <dl
      aria-label="Preview"
      className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 rounded-md bg-surface p-3 text-[0.8125rem]"
    >
      <dt className="text-ink-faint">Now</dt>
      <dd>{formatInstant(paintedAt, "exact", zone, locale)}</dd>
      <dt className="text-ink-faint">Amount</dt>
      <dd className="tabular-nums">{formatAmount(123_456_789, "EUR", locale)}</dd>
      <dt className="text-ink-faint">Weeks begin on</dt>
      <dd>{WEEKDAYS[weekStartOf(locale)]}</dd>
    </dl>
  );
}

/** `America/New York`. */
function zoneText(zone: string): string {
  return zone.replaceAll("_", " ");
}
