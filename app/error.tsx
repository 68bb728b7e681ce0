"use client";

import { BrokenPage, type BrokenPageProps } from "#components/shell/BrokenPage.tsx";

export default function RootError(props: BrokenPageProps) {
  return (
    <main>
      <BrokenPage {...props} />
    </main>
  );
}
