/** The places that the navigation offers. */
import {
  ChartLine,
  ClipboardList,
  HardDrive,
  ListTree,
  type LucideIcon,
  Megaphone,
  Phone,
  Settings,
  Users,
  Workflow,
} from "lucide-react";

/** A place, and the key after `g` that leads there. */
export interface Place {
  to:
    | "/calls"
    | "/trends"
    | "/agents"
    | "/categories"
    | "/campaigns"
    | "/fake/journal"
    | "/fake/rules"
    | "/fake/state"
    | "/settings";
  label: string;
  icon: LucideIcon;
  key: string;
}

/** Calls, and what belongs to them. */
export const analysisPlaces: readonly Place[] = [
  { to: "/calls", label: "Calls", icon: Phone, key: "c" },
  { to: "/trends", label: "Trends", icon: ChartLine, key: "t" },
  { to: "/agents", label: "Agents", icon: Users, key: "a" },
  { to: "/categories", label: "Categories", icon: ListTree, key: "k" },
  { to: "/campaigns", label: "Campaigns", icon: Megaphone, key: "p" },
];

/** For developers who drive the fake. */
export const fakePlaces: readonly Place[] = [
  { to: "/fake/journal", label: "Journal", icon: ClipboardList, key: "j" },
  { to: "/fake/rules", label: "Rules", icon: Workflow, key: "r" },
  { to: "/fake/state", label: "State", icon: HardDrive, key: "s" },
];

export const settingsPlace: Place = { to: "/settings", label: "Settings", icon: Settings, key: "," };
