import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import { connection } from "next/server";
import type { ReactNode } from "react";
import { preload } from "react-dom";
import { EarlyInput } from "#components/shell/earlyInput/EarlyInput.tsx";
import { THEME_COOKIE, themeOf } from "#components/shell/navigation/theme.ts";
import { TimeProvider } from "#components/time/TimeProvider.tsx";
import { statedUnitsText } from "#lib/money/statedUnits.ts";
import { getProgram } from "#server/context/runningProgram.ts";
import { refreshUnits } from "#server/context/loadUnits.ts";
import { readViewer } from "#server/auth/sessions/session.ts";
import { currentRegion } from "#server/context/currentRegion.ts";
import { readTimes } from "#server/auth/sessions/readTimes.ts";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Codedesk", template: "%s · Codedesk" },
  robots: { index: false, follow: false },
  manifest: "/manifest.webmanifest",
  icons: {
    icon: { url: "/icons/icon.svg", type: "image/svg+xml" },
    apple: { url: "/icons/apple-touch-icon.png", sizes: "180x180" },
  },
  appleWebApp: { title: "Codedesk" },
};

/** What every page is written with. app/globals.css names the same file. */
const INTER = new URL("./fonts/inter-basic.woff2", import.meta.url).pathname;

export const viewport: Viewport = { width: "device-width", initialScale: 1 };

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Every page is rendered for its request: the nonce of the CSP is new each time (docs/decisions/0009-content-security-policy.md).
  await connection();
  preload(INTER, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
  const jar = await cookies();
  const theme = themeOf(jar.get(THEME_COOKIE)?.value);
  // If the database is unreachable, the member is not known, and the browser's region is used.
  await readViewer().catch(() => null);
  const times = await readTimes();
  const { db, clock } = getProgram();
  await refreshUnits(db, clock.now());
  const units = statedUnitsText();
  // The server renders a page once, for its request.
  // oxlint-disable-next-line react/purity
  const paintedAt = Date.now();
  return (
    <html
      lang="en"
      data-locale={currentRegion().locale}
      data-units={units === "[]" ? undefined : units}
      data-theme={theme === "system" ? undefined : theme}
    >
      {/* Not part of the viewport above, which Next.js removes and adds again on every navigation: without this, or with it added again, browsers compute all styles again. */}
      <head>
        <meta name="color-scheme" content="light dark" />
      </head>
      <body>
        <TimeProvider {...times} paintedAt={paintedAt}>
          {children}
        </TimeProvider>
        <EarlyInput />
      </body>
    </html>
  );
}
