"use client";
import {
  Building2,
  CircleHelp,
  Download,
  Footprints,
  Hash,
  House,
  Inbox,
  KeyRound,
  KeySquare,
  LifeBuoy,
  ListChecks,
  Mail,
  Package,
  Plug,
  Plus,
  ScrollText,
  ShieldCheck,
  UserSearch,
  Users,
} from "lucide-react";
import type { ReactNode } from "react";

const ICONS = {
  overview: House,
  clouds: Building2,
  exports: Download,
  invitations: Mail,
  operations: CircleHelp,
  plans: ListChecks,
  connections: Plug,
  mailbox: Inbox,
  applications: KeyRound,
  people: UserSearch,
  staff: Users,
  audit: ScrollText,
  bulk: Package,
  steps: Footprints,
  security: ShieldCheck,
  tokens: KeySquare,
  create: Plus,
  number: Hash,
  help: LifeBuoy,
} as const;

/** The icon of a link, by name: drawn by browser code, so that a page does not contain the drawings of all icons. */
export function PlaceIcon({ name }: { name: keyof typeof ICONS }): ReactNode {
  const Icon = ICONS[name];
  return <Icon aria-hidden />;
}
