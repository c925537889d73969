import DefaultTheme from "vitepress/theme";
import "./colours.css";
import "./first-page.css";
import "./tables.css";

export default DefaultTheme;
