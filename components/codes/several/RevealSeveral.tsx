"use client";

import { useCallback, useState } from "react";
import { groupOf } from "#lib/codes/groupCodes.ts";
import { codeFields, inColumnOrder } from "#lib/codes/fieldRoles.ts";
import { fieldLabel } from "#lib/codes/fieldLabels.ts";
import type { CodesPage } from "#lib/contracts/codes/codes.ts";
import { revealCodes } from "#lib/queries/codes.ts";
import { counted } from "#lib/text/counts.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { Modal } from "#components/ui/overlays/Modal.tsx";
import { CopyCodes, type CopiedCode } from "#components/codes/list/CopyCodes.tsx";
import { CustomerReference } from "#components/codes/list/CustomerReference.tsx";
import { FieldValue } from "#components/codes/list/FieldValue.tsx";
import { namedGroup } from "#components/codes/list/groupWords.ts";
import { HidesIn } from "#components/codes/list/HidesIn.tsx";
import { statedReason } from "#components/codes/reveal/statedReason.ts";
import { useMasking } from "#components/codes/reveal/useMasking.ts";
import { MASK_AFTER_MS } from "#components/codes/reveal/useReveal.ts";
import { MOST_REVEALED } from "./limits.ts";
import { OutcomeList } from "./OutcomeList.tsx";
import { SeveralForm } from "./SeveralForm.tsx";
import { useSeveral } from "./useSeveral.ts";

/** Reveals the codes of several orders, one after the other, each recorded in its order. */
export function RevealSeveral({
  references,
  onClose,
}: {
  references: readonly string[];
  onClose: () => void;
}) {
  const environment = useEnvironment();
  const several = useSeveral<CodesPage>(environment, references);
  const [until, setUntil] = useState<number | null>(null);
  const { forget } = several;
  const hide = useCallback(() => {
    setUntil(null);
    forget();
  }, [forget]);
  useMasking(until, hide);
  const { outcomes, isDone } = several;
  const copied = outcomes.flatMap((each) => (each.kind === "taken" ? codesOf(each.value) : []));
  return (
    <Modal
      open
      width="wide"
      onClose={onClose}
      title={`Codes of ${counted(references.length, "order", "orders")}`}
      description={isDone ? undefined : "Recorded in the timeline of each order with your name."}
    >
      {outcomes.length === 0 || several.asked !== null ? (
        <SeveralForm
          environment={environment}
          several={several}
          submitLabel="Reveal codes"
          onStart={(reason) => {
            setUntil(Date.now() + MASK_AFTER_MS);
            several.start((reference, signal) =>
              revealCodes(
                environment,
                reference,
                { skip: 0, take: MOST_REVEALED, ...statedReason(reason) },
                signal,
              ),
            );
          }}
        />
      ) : (
        <div className="flex flex-col gap-2">
          <div className="flex flex-wrap items-center gap-2">
            <Button onClick={hide}>Hide codes</Button>
            {copied.length > 1 ? <CopyCodes count={copied.length} read={() => copied} /> : null}
            {until === null ? null : <HidesIn until={until} />}
          </div>
          <p role="status" className="text-[0.8125rem] text-ink-soft empty:hidden">
            {isDone ? null : `${outcomes.length} of ${counted(references.length, "order", "orders")}`}
          </p>
          <OutcomeList outcomes={outcomes}>{(page) => <Codes page={page} />}</OutcomeList>
        </div>
      )}
    </Modal>
  );
}

function codesOf({ items, groups }: CodesPage): CopiedCode[] {
  return items.flatMap(({ number, fields }) => {
    const group = groupOf(groups, number);
    return group === undefined ? [] : [{ fields, group: namedGroup(group) }];
  });
}

function Codes({ page: { items, total } }: { page: CodesPage }) {
  if (total === 0) return <p className="text-ink-soft">The service returned no codes.</p>;
  return (
    <ul aria-label="Codes">
      {items.map(({ number, fields, handedTo }) => {
        const names = inColumnOrder(Object.keys(fields));
        const codes = new Set(codeFields(names));
        return (
          <li key={number} className="flex flex-wrap gap-x-5 gap-y-0.5 py-1">
            {names.map((name) => (
              <FieldValue
                key={name}
                label={fieldLabel(name)}
                labelled
                value={fields[name] ?? ""}
                isCode={codes.has(name)}
              />
            ))}
            {handedTo === undefined ? null : (
              <span className="w-full text-[0.8125rem] text-partial">
                Handed out to <CustomerReference written={handedTo} />
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
