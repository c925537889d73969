import { Dialog } from "../ui/dialog.tsx";
import { activeShortcuts, shortcutSetting } from "../ui/shortcuts.ts";
import { useStore } from "../ui/store.ts";

/** Every shortcut that works on the page, and a switch to turn them off. */
export function ShortcutList({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" isOpen={isOpen} onClose={onClose}>
      <ShortcutSwitch />
      <dl className="mt-3 grid grid-cols-1 gap-x-8 sm:grid-cols-2">
        {isOpen &&
          activeShortcuts().map(({ keys, label }) => (
            <div key={keys} className="flex items-center justify-between gap-3 border-b border-line py-1.5">
              <dt>{label}</dt>
              <dd className="flex gap-1">
                {keys.split(" ").map((key) => (
                  <kbd
                    key={key}
                    className="grid h-5 min-w-5 place-items-center rounded border border-line bg-canvas px-1 font-mono text-xs"
                  >
                    {key === "" ? "Space" : key}
                  </kbd>
                ))}
              </dd>
            </div>
          ))}
      </dl>
    </Dialog>
  );
}

/** Turns the shortcuts of single keys on and off. */
export function ShortcutSwitch() {
  const isOn = useStore(shortcutSetting) === "on";
  return (
    <label className="flex items-center gap-2">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ target }) => shortcutSetting.choose(target.checked ? "on" : "off")}
        className="size-4 accent-accent"
      />
      Shortcuts of single keys
    </label>
  );
}
