// @vitest-environment jsdom
import { testPage } from "./page.mjs";

testPage();
