"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { KeySlot, ServiceKeyView, TestedKey } from "#lib/contracts/service/serviceKeys.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { connectionsQuery, testKey } from "#lib/queries/settings.ts";
import { SubmitError } from "#components/form/Form.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { ENVIRONMENT_WORDS } from "#components/shell/environment/environments.ts";
import { RecentTime } from "#components/time/RecentTime.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { Badge } from "#components/ui/display/Badge.tsx";
import { StackCell, StackNote, StackRow, StackTable } from "#components/ui/display/StackTable.tsx";

const HEADS = [
  { text: "Key" },
  { text: "Fingerprint" },
  { text: "Last accepted" },
  { text: "Last refused (401)" },
  { text: "Actions", hidden: true },
];
const COLUMNS =
  "md:grid-cols-[9.5rem_minmax(0,1fr)_8.5rem_8.5rem_7.5rem] xl:grid-cols-[10rem_minmax(0,1fr)_11rem_11rem_8rem]";
const SLOTS: Record<KeySlot, string> = { first: "First key", standby: "Standby key" };

/** The keys of one environment, without the keys themselves: which is in use, when each last worked, and a test for each. */
export function ServiceKeys({
  environment,
  keys,
}: {
  environment: Environment;
  keys: readonly ServiceKeyView[];
}) {
  const shown = useEnvironment();
  return (
    <div>
      <StackTable
        label={`Keys, ${ENVIRONMENT_WORDS[environment].name}`}
        heads={HEADS}
        columns={COLUMNS}
        sticky={false}
      >
        {keys.map((key) => (
          <KeyRow key={key.slot} known={key} canTest={environment === shown} />
        ))}
      </StackTable>
      <p className="pt-2 text-[0.8125rem] text-ink-faint">
        {keys.length > 1
          ? "If the service refuses the key in use (401), the same call is sent with the other key, which then stays in use."
          : "No standby key is configured. A standby key takes over if the service refuses this key (401)."}
        {environment === shown ? "" : " Switch to this environment to test a key."}
      </p>
    </div>
  );
}

function KeyRow({ known, canTest }: { known: ServiceKeyView; canTest: boolean }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const test = useMutation({
    mutationFn: () => testKey(environment, known.slot),
    onSettled: () => client.invalidateQueries({ queryKey: connectionsQuery(environment).queryKey }),
  });
  return (
    <StackRow columns={COLUMNS}>
      <StackCell className="font-medium max-md:pe-32">
        {SLOTS[known.slot]} {known.isInUse ? <Badge tone="done">In use</Badge> : <Badge>Standing by</Badge>}
      </StackCell>
      <StackCell label="Fingerprint">
        <code translate="no" className="font-mono text-[0.8125rem] wrap-anywhere">
          {known.prefix} {known.fingerprint}
        </code>
      </StackCell>
      <StackCell label="Last accepted">{when(known.lastSuccessAt)}</StackCell>
      <StackCell label="Last refused (401)">{when(known.lastRefusedAt)}</StackCell>
      <StackCell className="text-end max-md:absolute max-md:end-0 max-md:top-2">
        {canTest ? (
          <Button
            size="small"
            loading={test.isPending}
            aria-label={`Test this key: ${SLOTS[known.slot].toLowerCase()}`}
            onClick={() => test.mutate()}
          >
            Test this key
          </Button>
        ) : null}
      </StackCell>
      <StackNote>
        <div role="status">{test.data === undefined ? null : <Outcome tested={test.data} />}</div>
        {test.isError ? <SubmitError problem={asProblem(test.error)} /> : null}
      </StackNote>
    </StackRow>
  );
}

function Outcome({ tested: { outcome, message } }: { tested: TestedKey }) {
  if (outcome === "accepted") return <p className="text-done">The service accepted this key just now.</p>;
  const said = outcome === "refused" ? "The service refused this key." : "The key couldn't be tested.";
  return (
    <p className={outcome === "refused" ? "text-refused" : "text-unknown"}>
      {said} {message}
    </p>
  );
}

function when(at: string | null) {
  return at === null ? <span className="text-ink-faint">Never</span> : <RecentTime at={at} />;
}
