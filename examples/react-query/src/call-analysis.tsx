/** The client for the components below it, and a query client that leaves retries to it. */
import type { CallAnalysis } from "@call-analysis/sdk";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useState } from "react";

interface Dependencies {
  sdk: CallAnalysis;
  /** Pause between two polls of an analysis, in milliseconds. */
  pollIntervalMs: number;
}

const DependenciesContext = createContext<Dependencies | undefined>(undefined);

export function CallAnalysisProvider({
  sdk,
  pollIntervalMs = 3_000,
  children,
}: Partial<Dependencies> & { sdk: CallAnalysis; children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  return (
    <DependenciesContext value={{ sdk, pollIntervalMs }}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </DependenciesContext>
  );
}

export function useCallAnalysis(): Dependencies {
  const dependencies = useContext(DependenciesContext);
  if (!dependencies) throw new Error("Put a CallAnalysisProvider around this component.");
  return dependencies;
}

/** The client already retries where safe. Retries of both would multiply. */
function createQueryClient(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false } } });
}
