"use client";

import { ChevronsUpDown } from "lucide-react";
import { useState } from "react";
import type { Environment } from "#lib/contracts/environment.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { cx } from "#components/ui/cx.ts";
import { Modal } from "#components/ui/overlays/Modal.tsx";
import { Menu, MenuChoice } from "#components/ui/overlays/Menu.tsx";
import { rememberEnvironment, useEnvironment } from "./EnvironmentProvider.tsx";
import { ENVIRONMENT_WORDS } from "./environments.ts";
import { sectionOf } from "#components/shell/navigation/navigation.ts";

/** Shows where one is, and leads to the other environment where there is one. Asks before going live. */
export function EnvironmentSwitch({ environments }: { environments: readonly Environment[] }) {
  const environment = useEnvironment();
  const [asking, setAsking] = useState(false);

  function choose(chosen: Environment) {
    if (chosen === environment) return;
    if (chosen === "production") setAsking(true);
    else enter(chosen);
  }

  const name = <EnvironmentName environment={environment} />;
  if (environments.length < 2) return <div className="px-2">{name}</div>;
  return (
    <>
      <Menu
        label={`Environment: ${ENVIRONMENT_WORDS[environment].name}. Switch`}
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
        title="Go live?"
        description="Orders that you place there are real: they buy codes and charge the wallet."
        footer={
          <>
            <Button onClick={() => setAsking(false)}>Stay in the sandbox</Button>
            <Button variant="primary" onClick={() => enter("production")}>
              Go live
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

/** A whole new page: nothing of the other environment may be left in memory. */
function enter(environment: Environment) {
  rememberEnvironment(environment);
  location.assign(sectionOf(location.pathname));
}
