"use client";

import { ChevronsUpDown } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";
import type { Environment } from "#lib/contracts/environment.ts";
import { ENVIRONMENT_PARAM } from "#lib/paths.ts";
import { cx } from "#components/ui/cx.ts";
import { closeDialog, loadedOnUse } from "#components/ui/overlays/loadedOnUse.tsx";
import { Menu, MenuChoice } from "#components/ui/overlays/Menu.tsx";
import { leavePage } from "#components/shell/page/unsaved/unsavedChanges.ts";
import { rememberEnvironment, useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { ENVIRONMENT_WORDS } from "#components/shell/environment/environments.ts";
import { onSwitchRequest } from "#components/shell/environment/switchRequest.ts";
import { sectionOf } from "./navigation.ts";

// Few visits to a page switch to production.
const ProductionQuestion = loadedOnUse(
  async () => (await import("./ProductionQuestion.tsx")).ProductionQuestion,
  closeDialog,
);

/**
 * Shows the environment and switches to the other one, if there is one: when it is chosen, or when a link to the other one was
 * opened (`pathIn`). Asks before switching to production.
 */
export function EnvironmentSwitch({
  environments,
  isProductionLocked,
}: {
  environments: readonly Environment[];
  /** The account requires members to confirm that it's them first. */
  isProductionLocked: boolean;
}) {
  const environment = useEnvironment();
  const params = useSearchParams();
  const here = `${usePathname()}?${params.toString()}`;
  const named = params.get(ENVIRONMENT_PARAM);
  const linked = environments.find((each) => each === named && each !== environment) ?? null;
  // Where the switch to production leads that is being asked about.
  const [asking, setAsking] = useState<string | null>(linked === "production" ? here : null);

  function choose(chosen: Environment) {
    if (chosen === environment) return;
    if (chosen === "production") setAsking(ownSection());
    else enter(chosen, ownSection());
  }

  useEffect(() => onSwitchRequest(choose));
  useEffect(() => {
    if (linked === "sandbox") enter(linked, here);
  }, [linked, here]);

  const name = <EnvironmentName environment={environment} />;
  if (environments.length < 2) return <div className="px-2">{name}</div>;
  return (
    <>
      <Menu
        label={`Environment: ${ENVIRONMENT_WORDS[environment].name}. Switch environment`}
        trigger={
          <>
            {name}
            <Icon shape={ChevronsUpDown} className="size-3.5 text-ink-faint" />
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
      <ProductionQuestion
        open={asking !== null}
        isByLink={linked === "production"}
        isLocked={isProductionLocked}
        onClose={() => setAsking(null)}
        onSwitch={() => enter("production", asking ?? ownSection())}
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

/** Loads a new page, once nothing unsaved is lost by it, so that nothing of the other environment is left in memory. */
function enter(environment: Environment, to: string) {
  leavePage(() => {
    rememberEnvironment(environment);
    location.assign(to);
  });
}

/** The open page may not exist in the other environment, but the list that contains it does. */
function ownSection(): string {
  return sectionOf(location.pathname);
}
