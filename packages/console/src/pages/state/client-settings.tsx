import { useConnection } from "../../connection/connection.ts";
import { CopyButton, Fact } from "../../ui/page.tsx";

/** The base URL and the key for a client of this fake. No client can reach a fake in the page. */
export function ClientSettings() {
  const { kind, control } = useConnection();
  if (kind === "in page") return null;
  const setting = (label: string, text: string) => (
    <Fact label={label}>
      <span className="flex items-center gap-1">
        <code className="min-w-0 font-mono text-xs wrap-anywhere">{text}</code>
        <CopyButton text={text} label={`Copy: ${label}`} />
      </span>
    </Fact>
  );
  return (
    <dl aria-label="For your application" className="flex flex-wrap gap-x-8 gap-y-2">
      {setting("Base URL", `${control.root}/v1`)}
      {setting("API key, unless the fake was started with --key", "test-key")}
    </dl>
  );
}
