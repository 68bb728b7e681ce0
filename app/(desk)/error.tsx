"use client";

import { useRouter } from "next/navigation";
import { startTransition } from "react";
import { BrokenPage, type BrokenPageProps } from "#components/shell/page/BrokenPage.tsx";

/** The frame stays: one can go elsewhere. */
export default function DeskError({ error, reset }: BrokenPageProps) {
  const router = useRouter();
  const retry = () =>
    startTransition(() => {
      router.refresh();
      reset();
    });
  return <BrokenPage error={error} reset={retry} />;
}
