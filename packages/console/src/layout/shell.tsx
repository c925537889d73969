/** What stands around every page: the navigation, and the clock of the fake. */
import { type ErrorComponentProps, Link, Outlet, useRouter } from "@tanstack/react-router";
import { Menu } from "lucide-react";
import { useEffect, useState } from "react";
import { useIsStreamLost } from "../data/stream-state.ts";
import { buttonClasses, IconButton } from "../ui/button.tsx";
import { Dialog, isDialogOpen } from "../ui/dialog.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { EmptyState, Page } from "../ui/page.tsx";
import { Toasts } from "../ui/toasts.tsx";
import { ClockDock } from "./clock-dock.tsx";
import { Brand, OrganizationChoice, Places, RuleCount } from "./navigation.tsx";

/** The frame of the application. */
export function Shell() {
  useFocusOfNewPage();
  return (
    <div className="grid h-dvh grid-rows-[auto_minmax(0,1fr)] lg:grid-cols-[15rem_minmax(0,1fr)] lg:grid-rows-1">
      <SkipButton />
      <aside className="hidden min-h-0 flex-col gap-4 overflow-y-auto border-r border-line bg-panel px-3 py-4 lg:flex">
        <div className="px-1">
          <Brand />
        </div>
        <OrganizationChoice />
        <Places />
      </aside>
      <TopBar />
      <div className="flex min-h-0 min-w-0 flex-col">
        <LostStream />
        <main
          id="main"
          tabIndex={-1}
          data-scroll-restoration-id="main"
          className="flex min-h-0 min-w-0 flex-1 flex-col overflow-y-auto outline-none"
        >
          <Outlet />
        </main>
        <Toasts />
        <ClockDock />
      </div>
    </div>
  );
}

/** Seen only when it is focused: the first thing that the Tab key reaches. */
function SkipButton() {
  return (
    <button
      type="button"
      onClick={() => document.getElementById("main")?.focus()}
      className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-80 focus:rounded focus:bg-panel focus:p-2"
    >
      Skip to the content
    </button>
  );
}

/** Stands above every page while the fake does not answer. */
function LostStream() {
  if (!useIsStreamLost()) return null;
  return (
    <p role="status" className="border-b border-bad/40 bg-bad-soft px-4 py-1.5 text-bad sm:px-6">
      The fake does not respond, so this data may be old. Start the fake again, and the console reconnects within a
      second.
    </p>
  );
}

/** The navigation of narrow windows. */
function TopBar() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <header className="flex h-12 items-center justify-between border-b border-line bg-panel px-4 lg:hidden">
      <Brand />
      <span className="flex items-center">
        <RuleCount />
        <IconButton label="Menu" icon={<Menu size={18} aria-hidden />} onClick={() => setIsOpen(true)} />
      </span>
      <Dialog title="Menu" isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <div className="flex flex-col gap-4">
          <OrganizationChoice />
          <Places onNavigate={() => setIsOpen(false)} />
        </div>
      </Dialog>
    </header>
  );
}

/** After navigation the focus is on the page's heading, so that Page Down scrolls it. A row that regains the focus keeps it. */
function useFocusOfNewPage(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged || isDialogOpen()) return;
        const main = document.getElementById("main");
        if (document.activeElement !== main && main?.contains(document.activeElement)) return;
        main?.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
      }),
    [router],
  );
}

/** Says that there is nothing at an address of the console. */
export function NotFound() {
  return (
    <Page title="Page not found">
      <EmptyState
        title="This page does not exist"
        action={
          <Link to="/calls" className={buttonClasses()}>
            All calls
          </Link>
        }
      >
        Choose a page in the navigation.
      </EmptyState>
    </Page>
  );
}

/** Shown when a page throws. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  return (
    <Page title="This page failed">
      <ErrorState error={error} onRetry={reset} />
    </Page>
  );
}
