import type { Metadata } from "next";
import { LookUpScreen } from "#components/lookup/LookUpScreen.tsx";
import { requireViewer } from "#server/auth/sessions/session.ts";

export const metadata: Metadata = { title: "Look up" };

export default async function LookUpPage() {
  await requireViewer("orders.read");
  return <LookUpScreen />;
}
