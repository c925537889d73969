/** Moves the focus to the heading above a button that goes once it is pressed: without it, the focus would be lost. */
export function focusHeading(button: Element): void {
  button.closest("article, main")?.querySelector<HTMLElement>("h1, h2")?.focus();
}
