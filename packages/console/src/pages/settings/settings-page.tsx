/** What this browser keeps, and a way to forget it all. */
import { useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { forgetEverything } from "../../connection/forget.ts";
import { ConfirmButton } from "../../ui/confirm-dialog.tsx";
import { Page, Panel } from "../../ui/page.tsx";

/** The page. */
export function SettingsPage() {
  return (
    <Page title="Settings">
      <div className="flex w-full max-w-3xl min-w-0 flex-col gap-4">
        <Panel title="This browser">
          <div className="divide-y divide-line">
            <ForgetSetting />
          </div>
        </Panel>
      </div>
    </Page>
  );
}

function Setting({ name, hint, children }: { name: string; hint: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <h3 className="font-medium">{name}</h3>
        <p className="text-muted">{hint}</p>
      </div>
      {children}
    </div>
  );
}

function ForgetSetting() {
  const queries = useQueryClient();
  const forget = () => {
    queries.clear();
    forgetEverything();
  };
  return (
    <Setting
      name="What is kept here"
      hint="The organization, the time zone, and the fake in the page with all of its data."
    >
      <ConfirmButton
        button={{ variant: "danger", icon: <Trash2 size={14} aria-hidden /> }}
        label="Forget"
        title="Forget everything that this browser keeps?"
        action="Forget everything"
        onConfirm={forget}
      >
        It cannot be undone.
      </ConfirmButton>
    </Setting>
  );
}
