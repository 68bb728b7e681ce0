import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import { cookies } from "next/headers";
import { connection } from "next/server";
import type { ReactNode } from "react";
import { THEME_COOKIE, themeOf } from "#components/shell/navigation/theme.ts";
import { TimeProvider } from "#components/time/TimeProvider.tsx";
import { readViewer } from "#server/auth/sessions/session.ts";
import { currentRegion } from "#server/context/currentRegion.ts";
import { readTimes } from "#server/auth/sessions/readTimes.ts";
import "./globals.css";

// The latin subset is on every page, so it is preloaded. Its stand-in with equal metrics is in globals.css.
const inter = localFont({
  src: "../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  weight: "100 900",
  display: "swap",
  variable: "--font-inter",
  adjustFontFallback: false,
});

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

export const viewport: Viewport = { width: "device-width", initialScale: 1, colorScheme: "light dark" };

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Every page is rendered for its request: the nonce of the CSP is new each time (docs/decisions/0009-content-security-policy.md).
  await connection();
  const jar = await cookies();
  const theme = themeOf(jar.get(THEME_COOKIE)?.value);
  // Whoever cannot be asked for, since the database is away, has the region of their browser.
  await readViewer().catch(() => null);
  const times = await readTimes();
  // A page of the server is rendered once, for its request.
  // oxlint-disable-next-line react/purity
  const paintedAt = Date.now();
  return (
    <html
      lang="en"
      data-locale={currentRegion().locale}
      className={inter.variable}
      data-theme={theme === "system" ? undefined : theme}
    >
      <body>
        <TimeProvider {...times} paintedAt={paintedAt}>
          {children}
        </TimeProvider>
      </body>
    </html>
  );
}
