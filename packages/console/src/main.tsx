import { createRoot } from "react-dom/client";
import "./app.css";
import { Application } from "./application.tsx";
import { startTheme } from "./ui/theme.ts";

startTheme();
const root = document.getElementById("root");
if (root) createRoot(root).render(<Application />);
