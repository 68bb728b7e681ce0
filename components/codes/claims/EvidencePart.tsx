"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { evidenceLines, evidenceText } from "#lib/claims/evidenceLines.ts";
import type { Evidence } from "#lib/contracts/claims/claims.ts";
import type { Problem } from "#lib/contracts/problem.ts";
import { makeEvidence } from "#lib/queries/claims.ts";
import { codeSettingsQuery } from "#lib/queries/codes.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { Form } from "#components/form/Form.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { useStepUp } from "#components/shell/identity/useStepUp.tsx";
import { Section } from "#components/shell/page/Section.tsx";
import { usePermission } from "#components/shell/viewer/ViewerProvider.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { CopyButton } from "#components/ui/actions/CopyButton.tsx";
import { Description, DescriptionList } from "#components/ui/display/DescriptionList.tsx";
import { Checkbox } from "#components/ui/inputs/Checkbox.tsx";
import { useFocusWhenLost } from "#components/ui/useFocusWhenLost.ts";
import { clearClipboardLater } from "#components/codes/list/clipboard.ts";
import { HidesIn } from "#components/codes/list/HidesIn.tsx";
import { ReasonField } from "#components/codes/reveal/ReasonField.tsx";
import { statedReason } from "#components/codes/reveal/statedReason.ts";
import { useMasking } from "#components/codes/reveal/useMasking.ts";
import { MASK_AFTER_MS } from "#components/codes/reveal/useReveal.ts";

type Made = { evidence: Evidence; until: number | null };

/** The evidence of a claim for the supplier: made when it is asked for, and recorded each time. */
export function EvidencePart({ claimId }: { claimId: string }) {
  const environment = useEnvironment();
  const stepUp = useStepUp();
  const mayReveal = usePermission("codes.reveal");
  const { data: settings } = useQuery({ ...codeSettingsQuery(environment), enabled: mayReveal });
  const [made, setMade] = useState<Made | null>(null);
  const [whole, setWhole] = useState(false);
  const [reason, setReason] = useState("");
  const [isChecked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const hide = useCallback(
    () =>
      setMade((now) => (now === null ? null : { evidence: { ...now.evidence, fields: null }, until: null })),
    [],
  );
  useMasking(made?.until ?? null, hide);
  const needsReason = whole && (settings?.reasonRequired ?? false);

  async function make() {
    setChecked(true);
    if (needsReason && reason.trim() === "") return;
    setBusy(true);
    setProblem(null);
    try {
      const body = { whole, ...(whole ? statedReason(reason) : {}) };
      const evidence = await stepUp.run(() => makeEvidence(environment, claimId, body));
      setMade({ evidence, until: evidence.fields === null ? null : Date.now() + MASK_AFTER_MS });
    } catch (error) {
      setProblem(asProblem(error));
    }
    setBusy(false);
  }

  return (
    <Section title="Evidence">
      <div className="print-hidden">
        <Form
          onSubmit={make}
          loading={busy}
          submitError={problem}
          submitLabel={made === null ? "Make evidence" : "Make again"}
          className="flex max-w-md flex-col gap-3 py-3"
        >
          {mayReveal ? (
            <Checkbox
              label="With the whole code. This counts as a reveal."
              checked={whole}
              onChange={(event) => setWhole(event.target.checked)}
            />
          ) : null}
          {whole ? (
            <ReasonField required={needsReason} isMissing={isChecked} value={reason} onChange={setReason} />
          ) : null}
        </Form>
      </div>
      {made === null ? null : <Sheet made={made} />}
      {stepUp.dialog}
    </Section>
  );
}

function Sheet({ made: { evidence, until } }: { made: Made }) {
  const container = useFocusWhenLost<HTMLDivElement>();
  const text = evidenceText(evidence);
  return (
    <div
      ref={container}
      tabIndex={-1}
      role="group"
      aria-label="Evidence of the claim"
      className="outline-none"
    >
      <div className="print-hidden mb-3 flex flex-wrap items-center gap-2">
        <CopyButton
          labelled
          value={text}
          label="Copy as text"
          onCopied={until === null ? undefined : () => clearClipboardLater(text)}
        />
        <Button onClick={() => print()}>Print evidence</Button>
        {until === null ? null : <HidesIn until={until} />}
      </div>
      <DescriptionList>
        {evidenceLines(evidence).map(({ term, value, isForeign }, at) => (
          // The same line may stand there twice, and none is ever moved.
          // oxlint-disable-next-line react/no-array-index-key
          <Description key={`${at} ${term}`} term={term}>
            {isForeign ? (
              <bdi translate="no" className="whitespace-pre-line">
                {value}
              </bdi>
            ) : (
              <span className="whitespace-pre-line">{value}</span>
            )}
          </Description>
        ))}
      </DescriptionList>
    </div>
  );
}
