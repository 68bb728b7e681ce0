"use client";

import { ChevronsUpDown } from "lucide-react";
import { useEffect, useState } from "react";
import type { Environment } from "#lib/contracts/environment.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { cx } from "#components/ui/cx.ts";
import { Modal } from "#components/ui/overlays/Modal.tsx";
import { Menu, MenuChoice } from "#components/ui/overlays/Menu.tsx";
import { rememberEnvironment, useEnvironment } from "./EnvironmentProvider.tsx";
import { ENVIRONMENT_WORDS } from "./environments.ts";
import { onSwitchRequest } from "./switchRequest.ts";
import { sectionOf } from "#components/shell/navigation/navigation.ts";

/** Shows the environment and switches to the other one where there is one. Asks before switching to production. */
export function EnvironmentSwitch({ environments }: { environments: readonly Environment[] }) {
  const environment = useEnvironment();
  const [asking, setAsking] = useState(false);

  function choose(chosen: Environment) {
    if (chosen === environment) return;
    if (chosen === "production") setAsking(true);
    else enter(chosen);
  }

  useEffect(() => onSwitchRequest(choose));

  const name = <EnvironmentName environment={environment} />;
  if (environments.length < 2) return <div className="px-2">{name}</div>;
  return (
    <>
      <Menu
        label={`Environment: ${ENVIRONMENT_WORDS[environment].name}. Switch environment`}
        trigger={
          <>
            {name}
            <ChevronsUpDown aria-hidden className="size-3.5 text-ink-faint" />
          </>
        }
        variant="quiet"
      >
        {environments.map((each) => (
          <MenuChoice key={each} checked={each === environment} onClick={() => choose(each)}>
            {ENVIRONMENT_WORDS[each].name}
          </MenuChoice>
        ))}
      </Menu>
      <Modal
        open={asking}
        onClose={() => setAsking(false)}
        title="Switch to production?"
        description="Orders in production are real: they buy codes and charge your wallet."
        footer={
          <>
            <Button onClick={() => setAsking(false)}>Stay in sandbox</Button>
            <Button variant="primary" onClick={() => enter("production")}>
              Switch to production
            </Button>
          </>
        }
      />
    </>
  );
}

export function EnvironmentName({ environment }: { environment: Environment }) {
  return (
    <span className="inline-flex items-center gap-2 font-medium text-ink">
      <span
        aria-hidden
        className={cx("size-2 rounded-full", environment === "sandbox" ? "bg-sandbox" : "bg-done")}
      />
      {ENVIRONMENT_WORDS[environment].name}
    </span>
  );
}

/** Loads a new page, so that nothing of the other environment is left in memory. */
function enter(environment: Environment) {
  rememberEnvironment(environment);
  location.assign(sectionOf(location.pathname));
}
