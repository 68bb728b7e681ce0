"use client";

import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { Activity, Fragment, useState } from "react";
import { permits } from "#lib/members/roles.ts";
import { paths, type SettingsTab } from "#lib/paths.ts";
import { Roles } from "#components/settings/roles/Roles.tsx";
import { Webhooks } from "#components/settings/webhooks/Webhooks.tsx";
import {
  AREA_LABELS,
  areaOf,
  SETTINGS_LABELS,
  settingsTabs,
} from "#components/shell/navigation/settingsTabs.ts";
import { Deputies } from "#components/shell/cover/Deputies.tsx";
import { PageHeader } from "#components/shell/page/PageHeader.tsx";
import { RevealAlerts } from "#components/shell/page/RevealAlerts.tsx";
import { Section } from "#components/shell/page/Section.tsx";
import { LeaveQuestion } from "#components/shell/page/unsaved/LeaveQuestion.tsx";
import { usePasswords, useViewer } from "#components/shell/viewer/ViewerProvider.tsx";
import { cx } from "#components/ui/cx.ts";
import { useChosenInSight } from "#components/ui/useChosenInSight.ts";
import { AccessTokens } from "./AccessTokens.tsx";
import { CodeRules } from "./CodeRules.tsx";
import { Connections } from "./Connections.tsx";
import { CurrencyUnits } from "./CurrencyUnits.tsx";
import { CustomerMessage } from "./CustomerMessage.tsx";
import { NoticeChoices } from "./NoticeChoices.tsx";
import { PasswordForm } from "./PasswordForm.tsx";
import { RegionForm } from "./RegionForm.tsx";
import { RequestLog } from "./RequestLog.tsx";
import { SecondFactor } from "./SecondFactor.tsx";
import { SecurityRules } from "./SecurityRules.tsx";
import { Sessions } from "./Sessions.tsx";
import { SettingsSearch } from "./SettingsSearch.tsx";

/**
 * The member's own account, and who may do what; for administrators also the rules and the connection to the service. The tab is
 * in the address.
 */
export function Settings() {
  const viewer = useViewer();
  const tabs = settingsTabs((permission) => permits(viewer, permission));
  const asked = useSearchParams().get("tab");
  const shown = tabs.find((tab) => tab === asked) ?? "account";
  const strip = useChosenInSight<HTMLElement>(shown);
  return (
    <>
      <PageHeader title="Settings" />
      <RevealAlerts />
      <div className="lg:grid lg:grid-cols-[11rem_minmax(0,1fr)] lg:gap-x-8">
        <div className="lg:sticky lg:top-[calc(var(--bars)+1.25rem)] lg:self-start">
          <SettingsSearch tabs={tabs} />
          <nav
            ref={strip}
            aria-label="Settings"
            className="mb-5 flex gap-x-4 overflow-x-auto overflow-y-hidden border-b border-line max-sm:-mx-4 max-sm:px-4 sm:gap-x-5 lg:flex-col lg:gap-y-0.5 lg:border-none"
          >
            {tabs.map((tab, place) => (
              <Fragment key={tab}>
                {place > 0 && areaOf(tab) === areaOf(tabs[place - 1] ?? tab) ? null : (
                  <h2 className="px-2.5 pb-1 text-xs font-medium text-ink-faint not-first:pt-4 max-lg:hidden">
                    {AREA_LABELS[areaOf(tab)]}
                  </h2>
                )}
                <Link
                  href={paths.settings(tab)}
                  prefetch={false}
                  aria-current={tab === shown ? "page" : undefined}
                  className={cx(
                    "-mb-px flex min-h-10 shrink-0 items-center border-b-2 font-medium no-underline focus-visible:outline-offset-[-2px] lg:mb-0 lg:min-h-8 lg:rounded-md lg:border-none lg:px-2.5",
                    tab === shown
                      ? "border-accent-text text-ink lg:bg-hover"
                      : "border-transparent text-ink-soft hover:border-line-strong hover:text-ink lg:hover:bg-surface",
                  )}
                >
                  {SETTINGS_LABELS[tab]}
                </Link>
              </Fragment>
            ))}
          </nav>
        </div>
        <div className="min-w-0">
          <Tabs shown={shown} />
        </div>
      </div>
      <LeaveQuestion />
    </>
  );
}

function Account() {
  return (
    <>
      {usePasswords() ? (
        <Section title="Password">
          <PasswordForm />
        </Section>
      ) : (
        <SingleSignOn />
      )}
      <SecondFactor />
    </>
  );
}

function SingleSignOn() {
  return (
    <Section title="Sign-in">
      <p className="pt-3 text-ink-soft">
        You sign in with single sign-on. Change your password where you sign in, not here.
      </p>
    </Section>
  );
}

/** Tabs whose changes are saved by a button. */
const FORMS: ReadonlySet<SettingsTab> = new Set(["security", "codes"]);

/** The shown tab, and the tabs with a form that were opened before: they are hidden and keep what is not saved yet, except passwords. */
function Tabs({ shown }: { shown: SettingsTab }) {
  const [opened, setOpened] = useState<readonly SettingsTab[]>([shown]);
  if (!opened.includes(shown)) setOpened([...opened, shown]);
  const modeOf = (tab: SettingsTab) => (tab === shown ? "visible" : "hidden");
  return (
    <>
      {opened.map((tab) =>
        tab === shown || FORMS.has(tab) ? (
          <Activity key={tab} mode={modeOf(tab)}>
            <Tab shown={tab} />
          </Activity>
        ) : null,
      )}
      {opened.includes("account") ? (
        <Activity mode={modeOf("account")}>
          <RegionForm />
        </Activity>
      ) : null}
    </>
  );
}

function Tab({ shown }: { shown: SettingsTab }) {
  switch (shown) {
    case "account":
      return <Account />;
    case "sessions":
      return <Sessions />;
    case "roles":
      return <Roles />;
    case "notices":
      return <NoticeChoices />;
    case "cover":
      return <Deputies />;
    case "tokens":
      return <AccessTokens />;
    case "security":
      return <SecurityRules />;
    case "codes":
      return (
        <>
          <CodeRules />
          <CustomerMessage />
        </>
      );
    case "webhooks":
      return <Webhooks />;
    case "connection":
      return (
        <>
          <Connections />
          <CurrencyUnits />
        </>
      );
    case "requests":
      return <RequestLog />;
  }
}
