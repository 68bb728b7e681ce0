"use client";

import { MOST_REFERENCES } from "#lib/contracts/codes/lookUpLimits.ts";
import { parseReferences } from "#lib/orders/references/parseReferences.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { Section } from "#components/shell/page/Section.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { Field } from "#components/ui/inputs/Field.tsx";
import { TextArea } from "#components/ui/inputs/TextArea.tsx";
import type { LookUp } from "./useLookUp.ts";
import { isComposing } from "#components/ui/inputs/isComposing.ts";

/** The field for references. They stay in it; if there are more than can be looked up at once, those that are left. */
export function LookUpForm({ lookUp }: { lookUp: LookUp }) {
  const { text, setText } = lookUp;
  const { references, repeated } = parseReferences(text);
  const now = references.slice(0, MOST_REFERENCES);
  const rest = references.slice(MOST_REFERENCES);

  function start() {
    if (now.length === 0) return;
    lookUp.start(now);
    if (rest.length > 0) setText(rest.join("\n"));
  }

  return (
    <Section title="Orders">
      <form
        className="flex flex-col items-start gap-3 py-3"
        onSubmit={(event) => {
          event.preventDefault();
          start();
        }}
      >
        <Field
          label="References"
          hint={`Up to ${formatCount(MOST_REFERENCES)} order references, order IDs or addresses of order pages, separated by spaces, commas or lines. No codes.`}
          className="w-full"
        >
          {(control) => (
            <TextArea
              {...control}
              rows={6}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              className="font-mono text-[0.8125rem]"
              value={text}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={(event) => {
                const isAsked = event.key === "Enter" && (event.ctrlKey || event.metaKey);
                if (isAsked && !isComposing(event.nativeEvent)) start();
              }}
            />
          )}
        </Field>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button variant="primary" type="submit" aria-disabled={now.length === 0 || undefined}>
            {now.length === 0 ? "Look up orders" : `Look up ${counted(now.length, "order", "orders")}`}
          </Button>
          <span role="status" className="text-[0.8125rem] text-ink-soft">
            {noteOf(repeated, rest.length)}
          </span>
        </div>
      </form>
    </Section>
  );
}

function noteOf(repeated: number, rest: number): string {
  const notes = [
    repeated === 0 ? [] : `${counted(repeated, "repetition", "repetitions")} left out.`,
    rest === 0 ? [] : `${formatCount(rest)} more stay in the box for the next look-up.`,
  ];
  return notes.flat().join(" ");
}
