"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Stock } from "#lib/contracts/codes/stock.ts";
import type { Problem } from "#lib/contracts/problem.ts";
import { codeSettingsQuery, takeCodes } from "#lib/queries/codes.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { Form } from "#components/form/Form.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { Banner } from "#components/ui/feedback/Banner.tsx";
import { Field } from "#components/ui/inputs/Field.tsx";
import { NumberInput } from "#components/ui/inputs/NumberInput.tsx";
import { TextInput } from "#components/ui/inputs/TextInput.tsx";
import { Modal } from "#components/ui/overlays/Modal.tsx";
import { AskForHandOuts } from "./AskForHandOuts.tsx";
import { HandedOut } from "./HandedOut.tsx";
import { leftOf } from "#lib/codes/leftOf.ts";
import { ProveIdentity } from "#components/codes/reveal/ProveIdentity.tsx";
import { ReasonField } from "#components/codes/reveal/ReasonField.tsx";
import { statedReason } from "#components/codes/reveal/statedReason.ts";
import { useHandOuts, type ShownHandOuts } from "./useHandOuts.ts";

const MOST_AT_ONCE = 100;

/** What of the stock a hand-out takes. */
function leftInWords(product: Stock["items"][number]): string {
  const { untouched } = product;
  const seen = leftOf(product) - untouched;
  const left = `${counted(untouched, "untouched code", "untouched codes")} left. The oldest are handed out first, and to nobody else.`;
  if (seen === 0) return left;
  const others = `${counted(seen, "code was", "codes were")} revealed or exported before`;
  return untouched === 0
    ? `No untouched codes are left. ${others}: somebody else may have ${seen === 1 ? "it" : "them"}.`
    : `${left} ${others}, and only handed out if you confirm it.`;
}

/** Whether a problem is a question of its own below the fields, and no failure. */
function isAsked(problem: Problem | null): boolean {
  return problem?.exposed !== undefined || problem?.type === "release-required";
}

function takenInWords(shown: ShownHandOuts | null, customerReference: string): string {
  if (shown?.items.length === 0) return "Undone: nothing was handed out.";
  return `Handed out to ${customerReference.trim()}.`;
}

/** For whom the codes are. */
function CustomerField({
  isMissing,
  readOnly,
  value,
  onChange,
}: {
  isMissing: boolean;
  readOnly: boolean;
  value: string;
  onChange: (text: string) => void;
}) {
  return (
    <Field
      label="Customer reference"
      hint="The customer's number, e-mail address or ticket. Finds these codes again."
      error={isMissing ? "Enter who the codes are for." : null}
      required
    >
      {(control) => (
        <TextInput
          {...control}
          code
          maxLength={200}
          readOnly={readOnly}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** Codes of the hand-out that could not be shown. */
function Lacking({ count }: { count: number }) {
  return count <= 0 ? null : (
    <Banner
      tone="partial"
      className="mb-3"
      title={`${counted(count, "code is", "codes are")} missing: the service no longer lists ${count === 1 ? "it" : "them"}.`}
    >
      To hand out others in their place, close this and start again.
    </Banner>
  );
}

/** Asks before codes are handed out that somebody has seen. */
function ExposedQuestion({
  title,
  count,
  busy,
  onAgree,
}: {
  title: string | undefined;
  count: number;
  busy: boolean;
  onAgree: () => void;
}) {
  return (
    <Banner
      tone="partial"
      live="alert"
      title={title}
      actions={
        <Button loading={busy} onClick={onAgree}>
          {`Hand out ${counted(count, "code", "codes")} anyway`}
        </Button>
      }
    />
  );
}

/** Takes the next codes of a product for a customer, and shows them. */
export function HandOutDialog({
  product,
  onClose,
}: {
  product: Stock["items"][number];
  onClose: () => void;
}) {
  const environment = useEnvironment();
  const { data: settings } = useQuery(codeSettingsQuery(environment));
  const handOuts = useHandOuts(environment);
  const [customerReference, setCustomerReference] = useState("");
  const [typed, setTyped] = useState("1");
  const [reason, setReason] = useState("");
  const [isChecked, setChecked] = useState(false);
  // One decision is one take: pressing the button again after a failure requests the same codes.
  const [takeId] = useState(() => crypto.randomUUID());
  const [isTaken, setTaken] = useState(false);
  const [lacking, setLacking] = useState(0);
  const isRequired = settings?.reasonRequired ?? false;
  const most = Math.min(MOST_AT_ONCE, leftOf(product));
  const count = /^\s*[1-9]\d{0,2}\s*$/.test(typed) ? Number(typed) : 0;
  const isWrong = count < 1 || count > most;
  const { shown, problem } = handOuts;
  // What the server asked about; another number of codes is another question.
  const [askedAbout, setAskedAbout] = useState(0);
  const exposed = askedAbout === count ? problem?.exposed : undefined;

  /** `accepted`: how many of the codes may have been seen by somebody. */
  function submit(accepted: number) {
    setChecked(true);
    const lacksReason = isRequired && reason.trim() === "";
    if (isWrong || customerReference.trim() === "" || lacksReason) return;
    const { productId } = product;
    const body = { productId, count, customerReference, takeId, exposed: accepted, ...statedReason(reason) };
    setAskedAbout(count);
    void handOuts.show(async () => {
      const answer = await takeCodes(environment, body);
      setTaken(true);
      setLacking(count - answer.items.length);
      // Showing them again requests the ones that were taken.
      setTyped(String(answer.items.length));
      return answer;
    });
  }

  return (
    <Modal
      open
      onClose={onClose}
      title={
        <>
          Hand out <bdi translate="no">{product.productName ?? `product ${product.productId}`}</bdi>
        </>
      }
      description={isTaken ? takenInWords(shown, customerReference) : leftInWords(product)}
    >
      {shown !== null ? (
        <>
          <Lacking count={lacking} />
          <HandedOut shown={shown} handOuts={handOuts} />
          <div className="flex justify-end pt-3">
            <Button variant="primary" onClick={onClose}>
              Done
            </Button>
          </div>
        </>
      ) : problem?.reauthenticate !== undefined ? (
        <ProveIdentity
          problem={problem}
          reason={reason}
          reference={customerReference}
          onConfirm={handOuts.confirm}
          busy={handOuts.busy}
          submitLabel="Confirm and hand out"
        />
      ) : (
        <Form
          onSubmit={() => submit(0)}
          loading={handOuts.busy}
          submitError={isAsked(problem) ? null : problem}
          actions={
            <Button onClick={onClose} disabled={handOuts.busy}>
              {isTaken ? "Close" : "Cancel"}
            </Button>
          }
          submitLabel={isTaken ? "Show again" : `Hand out ${counted(isWrong ? 1 : count, "code", "codes")}`}
        >
          <CustomerField
            isMissing={isChecked && customerReference.trim() === ""}
            readOnly={isTaken}
            value={customerReference}
            onChange={setCustomerReference}
          />
          <Field label="Codes" error={isWrong ? `Enter a number from 1 to ${formatCount(most)}.` : null}>
            {(control) => (
              <NumberInput
                {...control}
                kind="numeric"
                readOnly={isTaken}
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
          </Field>
          <ReasonField required={isRequired} isMissing={isChecked} value={reason} onChange={setReason} />
          {problem?.type === "release-required" ? (
            <AskForHandOuts problem={problem} count={isWrong ? 1 : count} {...statedReason(reason)} />
          ) : null}
          {exposed === undefined ? null : (
            <ExposedQuestion
              title={problem?.detail}
              count={count}
              busy={handOuts.busy}
              onAgree={() => submit(exposed.revealed + exposed.exported)}
            />
          )}
        </Form>
      )}
    </Modal>
  );
}
