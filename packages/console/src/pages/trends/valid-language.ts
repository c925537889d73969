/**
 * Gives the page a language that `Intl` accepts. uPlot formats numbers in `navigator.language` as soon as it is loaded,
 * and Chromium has names there that `Intl` refuses: "en-US@posix" where the system's locale is C.
 */
export function ensureValidLanguage(): void {
  try {
    Intl.getCanonicalLocales(navigator.language);
  } catch {
    const { locale } = new Intl.NumberFormat().resolvedOptions();
    Object.defineProperty(navigator, "language", { value: locale, configurable: true });
  }
}
