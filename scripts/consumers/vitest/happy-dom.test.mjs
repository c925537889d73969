// @vitest-environment happy-dom
import { testPage } from "./page.mjs";

testPage();
