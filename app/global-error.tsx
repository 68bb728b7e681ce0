"use client";

import { BrokenPage, type BrokenPageProps } from "#components/shell/BrokenPage.tsx";
import "./globals.css";

/** When even the frame of all pages failed, so it brings its own. */
export default function GlobalError(props: BrokenPageProps) {
  return (
    <html lang="en">
      <body>
        <main>
          <BrokenPage {...props} />
        </main>
      </body>
    </html>
  );
}
