"use client";

import { codeFields, inColumnOrder } from "#lib/codes/fieldRoles.ts";
import { codeText } from "#lib/codes/codeText.ts";
import { fieldLabel } from "#lib/codes/fieldLabels.ts";
import { paths } from "#lib/paths.ts";
import { counted } from "#lib/text/counts.ts";
import { SubmitError } from "#components/form/Form.tsx";
import { ClaimButton } from "#components/shell/claims/ClaimButton.tsx";
import { DateTime } from "#components/time/DateTime.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { CopyButton } from "#components/ui/actions/CopyButton.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import { Badge } from "#components/ui/display/Badge.tsx";
import { useFocusWhenLost } from "#components/ui/useFocusWhenLost.ts";
import { clearClipboardLater } from "#components/codes/list/clipboard.ts";
import { CopyCodes, type CopiedCode } from "#components/codes/list/CopyCodes.tsx";
import { CopyMessage } from "#components/codes/list/CopyMessage.tsx";
import { CustomerReference } from "#components/codes/list/CustomerReference.tsx";
import { FieldValue } from "#components/codes/list/FieldValue.tsx";
import { HidesIn } from "#components/codes/list/HidesIn.tsx";
import type { HandOutsShown, ShownHandOuts } from "./useHandOuts.ts";

/**
 * Handed-out codes in clear text, each with its order, who handed it out, and whether it is disputed; also with the customer's
 * reference if it was not always typed in the same way.
 */
export function HandedOut({
  shown: { items, until },
  handOuts: { problem, noteDisputed, resolveDispute, takeBack },
}: {
  shown: ShownHandOuts;
  /** `problem`: why a dispute was not resolved, or a hand-out not taken back. */
  handOuts: Pick<HandOutsShown, "problem" | "noteDisputed" | "resolveDispute" | "takeBack">;
}) {
  const isWrittenDifferently = new Set(items.map((item) => item.customerReference)).size > 1;
  const container = useFocusWhenLost<HTMLDivElement>();
  const copied = items.flatMap((item): CopiedCode[] => {
    const { fields, productId, productName } = item;
    if (fields === null) return [];
    const group = { productId, productName, fields: inColumnOrder(Object.keys(fields)), amount: "" };
    return [{ fields, group }];
  });
  return (
    <div
      ref={container}
      tabIndex={-1}
      role="group"
      aria-label={counted(items.length, "code", "codes")}
      className="w-full outline-none"
    >
      <div className="flex flex-wrap items-center gap-2">
        {copied.length > 1 ? <CopyCodes count={copied.length} read={() => copied} /> : null}
        <HidesIn until={until} />
      </div>
      {problem === null ? null : <SubmitError problem={problem} />}
      <ul aria-label="Handed-out codes">
        {items.map((item) => {
          const names = inColumnOrder(Object.keys(item.fields ?? {}));
          const codes = new Set(codeFields(names));
          const value = item.fields === null ? "" : codeText(item.fields);
          return (
            <li key={item.id} className="flex flex-col gap-1 border-b border-line py-3 last:border-b-0">
              <p className="flex flex-wrap items-center gap-x-2">
                <span translate="no" className="font-medium wrap-anywhere">
                  {item.productName ?? `Product ${item.productId ?? ""}`}
                </span>
                {item.state === "disputed" ? <Badge tone="partial">Disputed</Badge> : null}
              </p>
              {item.fields === null ? (
                <p className="text-refused">
                  The service now delivers another code in its place. Don&apos;t hand that one out; ask the
                  service&apos;s support.
                </p>
              ) : (
                <div className="flex items-start gap-2">
                  <div className="flex min-w-0 grow flex-wrap gap-x-5 gap-y-0.5">
                    {names.map((name) => (
                      <FieldValue
                        key={name}
                        label={fieldLabel(name)}
                        labelled
                        value={item.fields?.[name] ?? ""}
                        isCode={codes.has(name)}
                      />
                    ))}
                  </div>
                  <CopyMessage handOutId={item.id} productName={item.productName} fields={item.fields} />
                  <CopyButton value={value} label="Copy code" onCopied={() => clearClipboardLater(value)} />
                </div>
              )}
              <p className="flex flex-wrap items-center gap-x-2 text-[0.8125rem] text-ink-faint">
                <span>
                  {item.takenBy}, <DateTime at={item.takenAt} />
                  {isWrittenDifferently ? (
                    <>
                      , to <CustomerReference written={item.customerReference} />
                    </>
                  ) : null}
                  , from order <TextLink href={paths.order(item.order)}>{item.order}</TextLink>
                </span>
                {item.state === "disputed" ? (
                  <Button size="small" variant="quiet" onClick={() => void resolveDispute(item)}>
                    Works after all
                  </Button>
                ) : (
                  <ClaimButton code={{ handOutId: item.id }} onOpened={() => noteDisputed(item)} />
                )}
                {item.takeBackUntil === null || item.state === "disputed" ? null : (
                  <Button size="small" variant="quiet" onClick={() => void takeBack(item)}>
                    Undo hand-out
                  </Button>
                )}
              </p>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
