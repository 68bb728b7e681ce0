import type { ReactNode } from "react";
import type { Environment } from "#lib/contracts/environment.ts";
import type { Viewer } from "#lib/contracts/team/member.ts";
import { Announcer } from "#components/ui/Announcer.tsx";
import { Toaster } from "#components/ui/feedback/Toaster.tsx";
import { EnvironmentFrame } from "#components/shell/environment/EnvironmentFrame.tsx";
import { EnvironmentProvider } from "#components/shell/environment/EnvironmentProvider.tsx";
import { EnvironmentSwitch } from "#components/shell/navigation/EnvironmentSwitch.tsx";
import { SearchField } from "#components/shell/palette/SearchField.tsx";
import { MainNavigation } from "#components/shell/navigation/MainNavigation.tsx";
import { MemberMenu } from "#components/shell/navigation/MemberMenu.tsx";
import { NoticeBell } from "#components/shell/notices/NoticeBell.tsx";
import type { NavItem } from "#components/shell/navigation/navigation.ts";
import { PresenceWatch } from "./PresenceWatch.tsx";
import { QueryProvider } from "./QueryProvider.tsx";
import { Shortcuts } from "#components/shell/help/Shortcuts.tsx";
import { UnansweredPages } from "#components/shell/page/UnansweredPages.tsx";
import { FocusKeeper } from "#components/shell/page/FocusKeeper.tsx";
import { LeftSheets } from "#components/shell/page/LeftSheets.tsx";
import { KeptPages } from "#components/shell/page/KeptPages.tsx";
import { PrefetchedQueries } from "#components/shell/page/PrefetchedQueries.tsx";
import { ServiceNotice } from "#components/shell/page/ServiceNotice.tsx";
import type { Theme } from "#components/shell/navigation/theme.ts";
import { ViewerProvider } from "#components/shell/viewer/ViewerProvider.tsx";

export type AppFrameProps = {
  viewer: Viewer;
  /** Whether members sign in with passwords. */
  passwords: boolean;
  /** See ViewerProvider. */
  storageKey: string;
  environment: Environment;
  environments: readonly Environment[];
  isProductionLocked: boolean;
  theme: Theme;
  navigation: readonly NavItem[];
  /** The data of the frame itself, as read with the page (writeQueries). */
  queries: string;
  children: ReactNode;
};

/** Everything around a page of the desk. */
export function AppFrame({
  viewer,
  passwords,
  storageKey,
  environment,
  environments,
  isProductionLocked,
  theme,
  navigation,
  queries,
  children,
}: AppFrameProps) {
  return (
    <ViewerProvider viewer={viewer} passwords={passwords} storageKey={storageKey}>
      <EnvironmentProvider environment={environment}>
        <QueryProvider>
          <PrefetchedQueries queries={queries}>
            <EnvironmentFrame environment={environment}>
              <a
                href="#page"
                className="sr-only z-50 rounded-md bg-accent px-3 py-2 font-medium text-accent-on focus:not-sr-only focus:fixed focus:start-3 focus:top-3"
              >
                Skip to content
              </a>
              <div className="lg:grid lg:grid-cols-[14rem_minmax(0,1fr)]">
                <div className="print-hidden lg:sticky lg:top-[max(var(--frame,0px),var(--bars)-3rem)] lg:h-[calc(100dvh-max(var(--frame,0px),var(--bars)-3rem))] lg:overflow-y-auto lg:border-e lg:border-line lg:bg-surface">
                  <MainNavigation items={navigation} environment={environment} />
                </div>
                <div className="min-w-0">
                  {/* Scrolls away where a window is low, as at 200 %: the bars would leave little to read. */}
                  <header className="print-hidden sticky top-[calc(var(--bars)-3rem)] z-20 flex h-12 items-center gap-2 border-b border-line bg-canvas px-4 lg:px-6 [@media(height<30rem)]:static">
                    <SearchField navigation={navigation} environments={environments} />
                    {/* With a place for each: what is read first does not move when a browser paints before it has read the rest. */}
                    <div className="ms-auto grid grid-cols-[auto_2rem_2rem] items-center gap-2">
                      <EnvironmentSwitch
                        environments={environments}
                        isProductionLocked={isProductionLocked}
                      />
                      <NoticeBell />
                      <MemberMenu theme={theme} />
                    </div>
                  </header>
                  <main id="page" tabIndex={-1} className="px-4 pt-5 pb-24 lg:px-6 lg:pb-12">
                    <ServiceNotice />
                    <KeptPages>{children}</KeptPages>
                  </main>
                </div>
              </div>
            </EnvironmentFrame>
          </PrefetchedQueries>
          <Toaster />
          <Announcer />
          <Shortcuts navigation={navigation} />
          <PresenceWatch />
          <FocusKeeper />
          <LeftSheets />
          <UnansweredPages />
        </QueryProvider>
      </EnvironmentProvider>
    </ViewerProvider>
  );
}
