import { CircleCheck, CircleDashed, CircleHelp, CircleX, LoaderCircle, type LucideIcon } from "lucide-react";
import { classNames } from "./class-names.ts";

const badgeClasses = "inline-flex min-h-5 items-center gap-1 rounded-[0.625rem] px-2 text-xs font-medium";

/** The tone of a badge. */
export type Tone = "good" | "warn" | "bad" | "accent" | "neutral";

const tones: Record<Tone, string> = {
  good: "text-good bg-good-soft",
  warn: "text-warn bg-warn-soft",
  bad: "text-bad bg-bad-soft",
  accent: "text-accent bg-accent-soft",
  neutral: "text-muted bg-ink/6",
};

/** How a status looks: never by colour alone. */
interface StatusLook {
  icon: LucideIcon;
  tone: Tone;
  classes?: string;
}

const failed: StatusLook = { icon: CircleX, tone: "bad" };

/** The specification does not list the statuses. These are the ones that have their own look. */
const looks: Readonly<Record<string, StatusLook>> = {
  processing: { icon: LoaderCircle, tone: "accent", classes: "[&>svg]:animate-spin" },
  pending: { icon: CircleDashed, tone: "warn" },
  completed: { icon: CircleCheck, tone: "good" },
  failed,
  error: failed,
  cancelled: failed,
  canceled: failed,
  rejected: failed,
  expired: failed,
};

const unknown: StatusLook = { icon: CircleHelp, tone: "neutral" };

/** A call's status: icon, word and colour. An unknown one is shown as it is. */
export function Status({ status, className }: { status: string; className?: string }) {
  const { icon: Icon, tone, classes } = Object.hasOwn(looks, status) ? (looks[status] ?? unknown) : unknown;
  return (
    <span className={classNames(badgeClasses, "whitespace-nowrap", tones[tone], classes, className)}>
      <Icon size={13} aria-hidden />
      {status}
    </span>
  );
}

/** A short word in a coloured pill. */
export function Badge({
  tone = "neutral",
  isOfService = false,
  children,
}: {
  tone?: Tone;
  /** Whether the text is the service's: it can be of any length, and takes more lines where one is too short. */
  isOfService?: boolean;
  children: React.ReactNode;
}) {
  const wrapping = isOfService ? "max-w-full py-0.5 wrap-anywhere" : "whitespace-nowrap";
  return <span className={classNames(badgeClasses, wrapping, tones[tone])}>{children}</span>;
}
