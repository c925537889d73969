import DefaultTheme from "vitepress/theme";
import "./colours.css";
import "./tables.css";

export default DefaultTheme;
