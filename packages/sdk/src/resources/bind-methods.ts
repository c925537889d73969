/** Methods that work whatever they are called on. */

/**
 * Binds an instance's methods to it. A Proxy, such as those of Vue and MobX, has no private fields: bound methods do not
 * need its own, and can be passed on alone.
 */
export function bindMethods(instance: object): void {
  let prototype = Object.getPrototypeOf(instance);
  for (; prototype !== Object.prototype; prototype = Object.getPrototypeOf(prototype)) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      // A class of the caller's own may have replaced a method.
      if (name === "constructor" || typeof value !== "function" || Object.hasOwn(instance, name)) continue;
      // Not enumerable: a console shows no methods. Writable: a test can replace them.
      Object.defineProperty(instance, name, { value: value.bind(instance), configurable: true, writable: true });
    }
  }
}
