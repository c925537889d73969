import { createRoot } from "react-dom/client";
import "./app.css";
import { Application } from "./application.tsx";

const root = document.getElementById("root");
if (root) createRoot(root).render(<Application />);
