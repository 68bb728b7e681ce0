"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import {
  customerMessageSchema,
  MESSAGE_CHARACTERS,
  type CustomerMessage as Message,
} from "#lib/contracts/codes/customerMessage.ts";
import { MESSAGE_PLACEHOLDERS } from "#lib/contracts/codes/messagePlaceholders.ts";
import { messageValues, writeMessage } from "#lib/codes/customerMessage.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";
import { changeCustomerMessage, customerMessageQuery } from "#lib/queries/codes.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { Form } from "#components/form/Form.tsx";
import { useEdits } from "#components/form/useEdits.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { useStepUp } from "#components/shell/identity/useStepUp.tsx";
import { QueryPart } from "#components/shell/page/QueryPart.tsx";
import { Section } from "#components/shell/page/Section.tsx";
import { useUnsaved } from "#components/shell/page/unsaved/useUnsaved.ts";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { toast } from "#components/ui/feedback/toast.ts";
import { Field } from "#components/ui/inputs/Field.tsx";
import { TextArea } from "#components/ui/inputs/TextArea.tsx";

const NAME = "Message for customers";
const EXAMPLE = {
  productName: "Streamly Gift Card 25 EUR",
  fields: {
    code: "SAMPLE-7Q2K-93FD",
    pin: "4711",
    serial: "SN-000123",
    expiry: "2028-11-30",
    instructions: "Open streamly.example/redeem and enter the code.",
  },
};

/** For administrators: the words in which members give a code to a customer. */
export function CustomerMessage() {
  const query = useQuery(customerMessageQuery(useEnvironment()));
  return (
    <Section title={NAME}>
      <QueryPart
        query={query}
        failed="The message couldn't be loaded"
        skeleton={<SkeletonRows rows={6} label="Loading the message" />}
      >
        {(data) => <Template saved={data.template} />}
      </QueryPart>
    </Section>
  );
}

function Template({ saved }: { saved: string }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const stepUp = useStepUp();
  const { values, edit, forget } = useEdits({ template: saved });
  const { template } = values;
  const parsed = customerMessageSchema.safeParse({ template });
  useUnsaved(NAME, template !== saved);
  const save = useMutation({
    mutationFn: (body: Message) => stepUp.run(() => changeCustomerMessage(environment, body)),
    onSuccess: (changed) => {
      client.setQueryData(customerMessageQuery(environment).queryKey, changed);
      forget();
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[2] === "message" });
      toast("Message saved.");
    },
  });

  return (
    <>
      <Form
        onSubmit={() => {
          if (parsed.success) save.mutate(parsed.data);
        }}
        loading={save.isPending}
        submitError={save.error ? asProblem(save.error) : null}
        submitLabel="Save message"
        className="flex max-w-xl flex-col gap-4 pt-3"
      >
        <Field
          label="Text"
          hint="“Copy message” writes it for a code that was handed out. Lines about what a code doesn't have are left out."
          error={parsed.success ? null : (parsed.error.issues[0]?.message ?? null)}
        >
          {(control) => (
            <TextArea
              {...control}
              rows={8}
              maxLength={MESSAGE_CHARACTERS}
              value={template}
              onChange={(event) => edit({ template: event.target.value })}
            />
          )}
        </Field>
        <Placeholders />
        <Preview template={template} />
      </Form>
      {stepUp.dialog}
    </>
  );
}

function Placeholders() {
  return (
    <dl
      aria-label="Placeholders"
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-[0.8125rem]"
    >
      {Object.entries(MESSAGE_PLACEHOLDERS).map(([name, meaning]) => (
        <div key={name} className="contents">
          <dt translate="no" className="font-mono">{`{${name}}`}</dt>
          <dd className="text-ink-soft">{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}

function Preview({ template }: { template: string }) {
  const id = useId();
  const example = { ...EXAMPLE, value: formatAmount(2_500, "EUR") };
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="text-[0.8125rem] font-medium">
        Preview with example values
      </h3>
      <p
        translate="no"
        className="mt-1 rounded-md border border-line bg-surface px-3 py-2 text-[0.8125rem] wrap-anywhere whitespace-pre-wrap"
      >
        {writeMessage(template, messageValues(template, example))}
      </p>
    </section>
  );
}
