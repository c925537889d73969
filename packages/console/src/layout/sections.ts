/** The places that the navigation offers. */
import {
  ChartLine,
  ClipboardList,
  HardDrive,
  ListTree,
  type LucideIcon,
  Megaphone,
  Phone,
  Users,
  Workflow,
} from "lucide-react";

/** A place. */
export interface Place {
  to: "/calls" | "/trends" | "/agents" | "/categories" | "/campaigns" | "/fake/journal" | "/fake/rules" | "/fake/state";
  label: string;
  icon: LucideIcon;
}

/** Calls, and what belongs to them. */
export const analysisPlaces: readonly Place[] = [
  { to: "/calls", label: "Calls", icon: Phone },
  { to: "/trends", label: "Trends", icon: ChartLine },
  { to: "/agents", label: "Agents", icon: Users },
  { to: "/categories", label: "Categories", icon: ListTree },
  { to: "/campaigns", label: "Campaigns", icon: Megaphone },
];

/** For developers who drive the fake. */
export const fakePlaces: readonly Place[] = [
  { to: "/fake/journal", label: "Journal", icon: ClipboardList },
  { to: "/fake/rules", label: "Rules", icon: Workflow },
  { to: "/fake/state", label: "State", icon: HardDrive },
];
