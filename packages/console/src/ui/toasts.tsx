/** Short messages that come and go. What must be read stands on the page instead. */
import { Toast } from "@base-ui/react/toast";
import { X } from "lucide-react";
import { IconButton } from "./button.tsx";

const manager = Toast.createToastManager();

/** Shows a message for some seconds. */
export function showToast(title: string, description?: string): void {
  manager.add({ title, description });
}

/** Where messages appear, once in the application: at the end of what stands above, so that they cover no controls below. */
export function Toasts() {
  return (
    <Toast.Provider toastManager={manager}>
      <div className="relative z-70">
        <Toast.Viewport className="absolute right-4 bottom-3 flex w-[min(22rem,calc(100%-2rem))] flex-col gap-2">
          <ToastList />
        </Toast.Viewport>
      </div>
    </Toast.Provider>
  );
}

function ToastList() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      className="flex items-start gap-3 rounded-lg border border-line bg-raised py-2.5 pr-2 pl-4 shadow-(--shadow) transition-[opacity,translate] data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0"
    >
      <Toast.Content className="min-w-0 flex-1 py-0.5 wrap-anywhere">
        <Toast.Title className="font-medium" />
        <Toast.Description className="text-muted" />
      </Toast.Content>
      <Toast.Close render={<IconButton label="Dismiss" icon={<X size={14} aria-hidden />} className="size-6" />} />
    </Toast.Root>
  ));
}
