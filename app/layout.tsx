import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import { cookies } from "next/headers";
import { connection } from "next/server";
import type { ReactNode } from "react";
import { THEME_COOKIE, themeOf } from "#components/shell/theme.ts";
import { TimeProvider } from "#components/time/TimeProvider.tsx";
import { TIME_ZONE_COOKIE, timeZoneOf } from "#components/time/timeZone.ts";
import "./globals.css";

// The latin subset is on every page, so it is preloaded. Its stand-in with equal metrics is in globals.css.
const inter = localFont({
  src: "../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  weight: "100 900",
  display: "swap",
  variable: "--font-inter",
  adjustFontFallback: false,
});

// Within the page: as a file, the browser would ask for it again on every navigation.
const ICON =
  "data:image/svg+xml," +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><rect width="20" height="20" rx="5" fill="#4b45d6"/>' +
      '<path d="M5.5 7h4M5.5 10h9M5.5 13h6" stroke="#fff" stroke-width="1.75" stroke-linecap="round"/></svg>',
  );

export const metadata: Metadata = {
  title: { default: "Codedesk", template: "%s · Codedesk" },
  robots: { index: false, follow: false },
  icons: ICON,
};

export const viewport: Viewport = { width: "device-width", initialScale: 1, colorScheme: "light dark" };

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Every page is made for its request: the nonce of the CSP is new each time (docs/decisions/0009-content-security-policy.md).
  await connection();
  const jar = await cookies();
  const theme = themeOf(jar.get(THEME_COOKIE)?.value);
  const zone = timeZoneOf(jar.get(TIME_ZONE_COOKIE)?.value);
  return (
    <html lang="en" className={inter.variable} data-theme={theme === "system" ? undefined : theme}>
      <body>
        <TimeProvider zone={zone} paintedAt={Date.now()}>
          {children}
        </TimeProvider>
      </body>
    </html>
  );
}
