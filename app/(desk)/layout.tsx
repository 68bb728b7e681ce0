import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { AppFrame } from "#components/shell/AppFrame.tsx";
import { THEME_COOKIE, themeOf } from "#components/shell/navigation/theme.ts";
import { getAuthSettings } from "#server/auth/settings.ts";
import { requireViewer } from "#server/auth/sessions/session.ts";
import { pagesFor } from "./pages.ts";

export default async function DeskLayout({ children }: { children: ReactNode }) {
  const { viewer, environment, environments, isProductionLocked } = await requireViewer();
  const theme = themeOf((await cookies()).get(THEME_COOKIE)?.value);
  const navigation = pagesFor(viewer);
  const passwords = getAuthSettings().passwordSignIn;
  return (
    <AppFrame {...{ viewer, passwords, environment, environments, isProductionLocked, theme, navigation }}>
      {children}
    </AppFrame>
  );
}
