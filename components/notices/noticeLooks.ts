import {
  CircleAlert,
  CircleCheck,
  CircleHelp,
  CircleSlash,
  CircleX,
  ClipboardCheck,
  FileDown,
  Gauge,
  History,
  KeyRound,
  PieChart,
  ShieldAlert,
  TriangleAlert,
  Wallet,
  Webhook,
  type IconNode,
} from "lucide";
import type { NoticeKind } from "#lib/contracts/notices/noticeKinds.ts";
import type { Tone } from "#components/ui/display/tones.ts";

/** The icon and colour of each kind in the list; the colours are those of order states. */
export const NOTICE_LOOKS: Record<NoticeKind, { icon: IconNode; tone: Tone }> = {
  "order.completed": { icon: CircleCheck, tone: "done" },
  "order.partial": { icon: PieChart, tone: "partial" },
  "order.undelivered": { icon: CircleX, tone: "refused" },
  "order.unconfirmed": { icon: CircleHelp, tone: "unknown" },
  "order.needs-review": { icon: CircleAlert, tone: "unknown" },
  "order.failed": { icon: CircleSlash, tone: "refused" },
  "codes.changed": { icon: TriangleAlert, tone: "refused" },
  "approval.asked": { icon: ClipboardCheck, tone: "accent" },
  "approval.decided": { icon: ClipboardCheck, tone: "neutral" },
  "release.asked": { icon: FileDown, tone: "accent" },
  "release.decided": { icon: FileDown, tone: "neutral" },
  "wallet.low": { icon: Wallet, tone: "partial" },
  "catalog.changed": { icon: History, tone: "neutral" },
  "catalog.digest": { icon: History, tone: "neutral" },
  "key.refused": { icon: KeyRound, tone: "refused" },
  "reveal.budget-neared": { icon: Gauge, tone: "partial" },
  "webhook.orphaned": { icon: Webhook, tone: "partial" },
  "sign-in": { icon: ShieldAlert, tone: "neutral" },
};
