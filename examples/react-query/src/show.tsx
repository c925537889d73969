import type { CallAnalysis } from "@call-analysis/sdk";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { CallAnalysisProvider } from "./call-analysis.tsx";

/** Shows the application in the page. */
export function show(sdk: CallAnalysis): void {
  const element = document.getElementById("app");
  if (!element) throw new Error("The page has no element with the id app.");
  createRoot(element).render(
    <CallAnalysisProvider sdk={sdk}>
      <App />
    </CallAnalysisProvider>,
  );
}
