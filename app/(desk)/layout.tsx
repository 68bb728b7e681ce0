import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { AppFrame } from "#components/shell/AppFrame.tsx";
import { THEME_COOKIE, themeOf } from "#components/shell/navigation/theme.ts";
import { getAuthSettings } from "#server/auth/settings.ts";
import { requireViewer } from "#server/auth/sessions/session.ts";
import { storageKeyOf } from "#server/auth/sessions/storageKey.ts";
import { readFrame } from "./frameQueries.ts";
import { pagesFor } from "./pages.ts";
import { PagesAhead } from "./PagesAhead.tsx";

export default async function DeskLayout({ children }: { children: ReactNode }) {
  const visit = await requireViewer();
  const { viewer, environment, environments, isProductionLocked } = visit;
  const queries = await readFrame(visit);
  const theme = themeOf((await cookies()).get(THEME_COOKIE)?.value);
  const navigation = pagesFor(viewer);
  const savesData = (await headers()).get("save-data") === "on";
  const settings = getAuthSettings();
  const passwords = settings.passwordSignIn;
  const storageKey = storageKeyOf(settings, viewer.id);
  return (
    <>
      <AppFrame
        viewer={viewer}
        passwords={passwords}
        storageKey={storageKey}
        environment={environment}
        environments={environments}
        isProductionLocked={isProductionLocked}
        theme={theme}
        navigation={navigation}
        queries={queries}
      >
        {children}
      </AppFrame>
      {savesData ? null : <PagesAhead open={navigation.map(({ href }) => href)} />}
    </>
  );
}
