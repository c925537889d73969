/** Which service the console shows, and how the real one is connected. */
import { Plug } from "lucide-react";
import { chooseProxy, chosenProxy } from "../../connection/chosen-proxy.ts";
import { type Connection, useConnection } from "../../connection/connection.ts";
import { proxyUrlOf, tryProxy } from "../../connection/live.ts";
import { Button } from "../../ui/button.tsx";
import { errorFacts } from "../../ui/error-state.tsx";
import { Form, TextField } from "../../ui/form-fields.tsx";
import { CopyButton, Panel } from "../../ui/page.tsx";
import { Badge } from "../../ui/status.tsx";
import { useForm } from "../../ui/use-form.ts";

/** The panel. */
export function ServicePanel() {
  const connection = useConnection();
  const isLive = connection.kind === "live";
  const disconnect = () => {
    chooseProxy(null);
    location.reload();
  };
  return (
    <Panel title="Service" actions={<Badge tone={isLive ? "bad" : "accent"}>{connection.kind}</Badge>}>
      <div className="flex flex-col gap-4 p-4">
        <p>{described(connection)}</p>
        {isLive ? (
          <div>
            <Button onClick={disconnect}>Disconnect</Button>
          </div>
        ) : (
          <ProxyForm />
        )}
        <HowTo />
      </div>
    </Panel>
  );
}

function described({ kind, name }: Connection) {
  if (kind === "fake") return "The console shows the fake that serves this page. Nothing that you do here is real.";
  if (kind === "in page")
    return "The console shows a fake that runs inside this page. Its data is kept in this browser, and nothing that you do here is real.";
  return (
    <>
      The console shows the real service, through the proxy at{" "}
      <code className="font-mono text-xs break-all">{name.replace(/^live:/, "")}</code>. The proxy has the API key; this
      browser has none.
    </>
  );
}

function ProxyForm() {
  const form = useForm({
    initial: { address: chosenProxy() ?? "" },
    problemsOf: ({ address }) => ({ address: problemOf(address) }),
    send: async ({ address }, signal) => {
      const url = proxyUrlOf(address);
      await tryProxy(url, signal);
      return url;
    },
    onSent(url) {
      chooseProxy(url);
      location.assign(`${location.pathname}${location.search}#/calls`);
      location.reload();
    },
  });
  return (
    <Form form={form} label="Connect to the real service" icon={<Plug size={15} aria-hidden />}>
      <TextField
        label="Address of the proxy"
        placeholder="/call-analysis"
        hint="A path on this page's own server, or an https address that this page's policy allows."
        isCode
        {...form.field("address")}
      />
    </Form>
  );
}

function problemOf(address: string): string | undefined {
  try {
    proxyUrlOf(address);
    return undefined;
  } catch (error) {
    return errorFacts(error).message;
  }
}

const example = `import { createServer } from "node:http";
import { createProxyHandler, toNodeListener } from "@call-analysis/sdk/proxy";

const proxy = toNodeListener(createProxyHandler({
  apiKey: process.env.CALL_ANALYSIS_API_KEY,
  baseUrl: "https://SERVICE/v1",
  campaignBaseUrl: "https://SERVICE",
  basePath: "/call-analysis",
  secret: process.env.PROXY_SECRET,
  allow: ["listAgents", "createAgent", "updateAgent", "deleteAgent", "listCategories", "getCategory",
    "createUploadUrl", "createCall", "getCallAnalysis", "addProspect"],
  authorize: (request) => userOf(request),
}));
createServer((request, response) =>
  request.url.startsWith("/call-analysis/") ? proxy(request, response) : serveConsole(request, response),
).listen(8080);`;

function HowTo() {
  return (
    <details className="rounded-md border border-line">
      <summary className="rounded px-3 py-2 font-medium">How the real service is connected</summary>
      <div className="flex flex-col gap-3 border-t border-line p-3">
        <ol className="flex list-decimal flex-col gap-1.5 pl-5 marker:text-muted">
          <li>
            Put a proxy on your own server, by <code className="font-mono text-xs">createProxyHandler</code>. It has the
            API key, and decides who may do what.
          </li>
          <li>
            Serve the files of the console from the same origin. In its content security policy,{" "}
            <code className="font-mono text-xs">connect-src</code> needs{" "}
            <code className="font-mono text-xs">'self'</code> and the origin of the store, to which recordings are
            uploaded directly.
          </li>
          <li>Enter the path of the proxy above.</li>
        </ol>
        <p className="text-muted">
          The page that the fake serves allows requests to its own origin only, so another address needs a console that
          is served with another policy. The real service cannot list calls: the list has those that this browser
          created or opened. A proxy opens the calls that the same person created through it.
        </p>
        <div className="relative min-w-0 rounded-md border border-line bg-canvas">
          {/* A region that scrolls must be reachable by the keyboard. */}
          <pre
            // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
            tabIndex={0}
            className="overflow-x-auto p-3 pr-10 font-mono text-xs"
          >
            {example}
          </pre>
          <span className="absolute top-2 right-2">
            <CopyButton text={example} label="Copy the example" />
          </span>
        </div>
      </div>
    </details>
  );
}
