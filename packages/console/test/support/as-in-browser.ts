/** What jsdom lacks of a browser, and the application reads. Import it before anything of the application. */

globalThis.matchMedia = (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  });
globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
// No style sheet is loaded. jsdom would compute its default styles at each search by role, which doubles the time.
globalThis.getComputedStyle = (element) => (element as HTMLElement).style;
globalThis.scrollTo = () => {};
URL.createObjectURL = () => "blob:nothing";
URL.revokeObjectURL = () => {};
HTMLElement.prototype.scrollTo = () => {};
HTMLElement.prototype.scrollIntoView = () => {};

// Nothing has a size in jsdom; tables draw the rows that fit.
for (const [name, pixels] of [
  ["clientWidth", 1_280],
  ["clientHeight", 800],
] as const) {
  Object.defineProperty(Element.prototype, name, { get: () => pixels });
}
