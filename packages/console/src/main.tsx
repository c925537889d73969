import { createRoot } from "react-dom/client";
import "./app.css";
import { Application } from "./application.tsx";
import { startShortcuts } from "./ui/shortcuts.ts";
import { startTheme } from "./ui/theme.ts";

startTheme();
startShortcuts();
const root = document.getElementById("root");
if (root) createRoot(root).render(<Application />);
