import DefaultTheme from "vitepress/theme";
import "./colours.css";

export default DefaultTheme;
