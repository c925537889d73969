/** The application: connects to the fake, then shows its pages. */
import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClient, QueryClientProvider, useQuery, useQueryClient } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useEffect } from "react";
import { connect } from "./connection/connect.ts";
import { type Connection, ConnectionContext } from "./connection/connection.ts";
import { ControlError } from "./connection/control.ts";
import { keepFresh } from "./data/freshness.ts";
import { router } from "./router.tsx";
import { Connecting, ConnectionFailed, TokenForm, wantsToken } from "./start-page.tsx";
import { pageNonce } from "./ui/page-nonce.ts";

const queries = new QueryClient({
  defaultOptions: {
    // The client and the events of the fake do it.
    queries: { retry: false, refetchOnWindowFocus: false, staleTime: 30_000, networkMode: "always" },
    mutations: { networkMode: "always" },
  },
});

/** The whole application. */
export function Application() {
  return (
    <CSPProvider nonce={pageNonce()}>
      <QueryClientProvider client={queries}>
        <Connected />
      </QueryClientProvider>
    </CSPProvider>
  );
}

function Connected() {
  const { data, error, refetch } = useQuery({
    queryKey: ["connection"],
    queryFn: connect,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (wantsToken(error)) return <TokenForm onToken={connectAgain} />;
  // A fake that is away keeps its pages on the screen. One that refuses has none of what they show.
  if (error && (!data || error instanceof ControlError))
    return <ConnectionFailed error={error} onRetry={() => void refetch()} />;
  return data ? <Pages connection={data} /> : <Connecting />;
}

/** Keeps the form on the page while it tries a token. */
async function connectAgain(): Promise<void> {
  queries.setQueryData(["connection"], await connect());
}

function Pages({ connection }: { connection: Connection }) {
  const client = useQueryClient();
  useEffect(() => {
    // After a restart of the fake nothing of what was read before holds. On the first connection nothing was read yet.
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "connection" });
    return keepFresh(client, connection, () => void client.refetchQueries({ queryKey: ["connection"] }));
  }, [client, connection]);
  return (
    <ConnectionContext value={connection}>
      <RouterProvider router={router} />
    </ConnectionContext>
  );
}
