"use client";

import { useCallback, useState } from "react";
import { groupOf } from "#lib/codes/groupCodes.ts";
import type { ShownCode } from "#lib/contracts/codes/codes.ts";
import { formatCount } from "#lib/text/counts.ts";
import { SubmitError } from "#components/form/Form.tsx";
import { usePermission } from "#components/shell/viewer/ViewerProvider.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { closeDialog, loadedOnUse } from "#components/ui/overlays/loadedOnUse.tsx";
import { useFocusWhenLost } from "#components/ui/useFocusWhenLost.ts";
import { CodesList } from "#components/codes/list/CodesList.tsx";
import { CopyCodes } from "#components/codes/list/CopyCodes.tsx";
import { namedGroup } from "#components/codes/list/groupWords.ts";
import { HidesIn } from "#components/codes/list/HidesIn.tsx";
import { groupsOfFound } from "#components/codes/list/listRows.ts";
import { selectTo, type Range } from "#components/codes/list/range.ts";
import { RangeFields } from "#components/codes/export/RangeFields.tsx";
import { SearchCodes } from "#components/codes/list/SearchCodes.tsx";
import { CODES_AT_ONCE, pageOf } from "#components/codes/reveal/revealSession.ts";
import type { Reveal, Shown } from "#components/codes/reveal/useReveal.ts";

const ClaimDialog = loadedOnUse(
  async () => (await import("#components/shell/claims/ClaimDialog.tsx")).ClaimDialog,
  closeDialog,
);

/** The most codes that can be copied; for more there is the export. */
const COPY_AT_MOST = 2_000;
/** Fewer codes can be seen at a glance, without searching or selecting. */
const CHOOSE_FROM = 11;

/** Codes in clear text, for two minutes. `chosen`: those to copy or export; null: all. */
export function RevealedCodes({
  reference,
  shown,
  reveal,
  chosen,
  onChoose,
}: {
  /** The order's. */
  reference: string;
  shown: Shown;
  reveal: Reveal;
  chosen: Range | null;
  onChoose: (range: Range | null) => void;
}) {
  const { groups, total, shape, pages, found } = shown;
  const { load, problem } = reveal;
  const container = useFocusWhenLost<HTMLDivElement>();
  const mayClaim = usePermission("claims.open");
  const [claimed, setClaimed] = useState<number | null>(null);
  const range = chosen ?? { from: 1, to: total };
  const codeAt = useCallback(
    (place: number): ShownCode | undefined =>
      found === null ? pages.get(pageOf(place))?.[(place - 1) % CODES_AT_ONCE] : found.items[place - 1],
    [found, pages],
  );
  const hasFailed = problem !== null;
  const needed = useCallback(
    (from: number, to: number) => {
      // Only a person repeats a refused request.
      if (!hasFailed) void load(from, to);
    },
    [load, hasFailed],
  );

  return (
    <div
      ref={container}
      tabIndex={-1}
      role="group"
      aria-label="Revealed codes"
      className="flex flex-col gap-2 py-3 outline-none"
    >
      <div className="print-hidden flex flex-wrap items-center gap-2">
        <Button onClick={reveal.hide}>Hide codes</Button>
        <CopyChosen range={range} total={total} shown={shown} reveal={reveal} />
        <HidesIn until={shown.until} />
      </div>
      {total >= CHOOSE_FROM ? (
        <div className="print-hidden flex flex-wrap items-end gap-x-6 gap-y-2">
          <SearchCodes found={found} busy={reveal.busy} onSearch={(search) => void reveal.find(search)} />
          <RangeFields total={total} range={chosen} onChange={onChoose} />
        </div>
      ) : null}
      {problem ? <SubmitError problem={problem} /> : null}
      {total === 0 ? <NoCodes shape={shape} /> : null}
      {found !== null && found.total > found.items.length ? (
        <p className="text-ink-soft">
          The first {formatCount(found.items.length)} of {formatCount(found.total)} codes found. Search for
          more of the serial number.
        </p>
      ) : null}
      {total === 0 || found?.total === 0 ? null : (
        <CodesList
          key={found === null ? "all" : `found ${found.search}`}
          groups={found === null ? groups : groupsOfFound(groups, found.items)}
          codeAt={codeAt}
          selected={chosen}
          onSelect={(number, extend) => onChoose(selectTo(chosen, number, extend))}
          onNeeded={needed}
          onClaim={mayClaim ? ({ number }) => setClaimed(number) : null}
        />
      )}
      {claimed === null ? null : (
        <ClaimDialog code={{ order: reference, number: claimed }} onClose={() => setClaimed(null)} />
      )}
    </div>
  );
}

/** `shape`: names and types of an answer that says that the codes are delivered. */
function NoCodes({ shape }: { shape: string | undefined }) {
  if (shape === undefined) return <p className="py-2 text-ink-soft">The service returned no codes.</p>;
  return (
    <div className="flex flex-col gap-1 py-2 text-ink-soft">
      <p>
        No codes were found in the service&apos;s answer. If it has them, whoever runs Codedesk can set
        SERVICE_CODES_POINTER to where they are. The answer:
      </p>
      <p translate="no" className="font-mono text-sm break-words">
        {shape}
      </p>
    </div>
  );
}

/** Copies the chosen codes as a table with a heading; those that are not loaded are revealed first, and recorded. */
function CopyChosen({
  range,
  total,
  shown,
  reveal,
}: {
  range: Range;
  total: number;
  shown: Shown;
  reveal: Reveal;
}) {
  const count = range.to - range.from + 1;
  if (total < 2 || count < 1) return null;
  if (count > COPY_AT_MOST) {
    return (
      <Button
        disabled
        title={`At most ${formatCount(COPY_AT_MOST)} codes can be copied at once: choose fewer, or export them`}
      >
        Copy {formatCount(count)} codes
      </Button>
    );
  }
  async function read() {
    const codes = await reveal.load(range.from, range.to);
    if (codes === null) return null;
    return codes.flatMap(({ number, fields }) => {
      const group = groupOf(shown.groups, number);
      return group === undefined ? [] : [{ fields, group: namedGroup(group) }];
    });
  }
  return <CopyCodes count={count} read={read} />;
}
