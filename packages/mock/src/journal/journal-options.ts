/** How much the journal keeps. */
export interface JournalOptions {
  /** How many entries; the oldest go first. @default 1_000 */
  maxEntries: number;
  /** How much of each body, in bytes. @default 65_536 */
  maxBodyBytes: number;
}

const defaultLimits: JournalOptions = { maxEntries: 1_000, maxBodyBytes: 65_536 };

/**
 * Fills in the defaults.
 *
 * @throws {TypeError} when a limit is no whole number from 0 on
 */
export function journalLimits(limits: Partial<JournalOptions> = {}): JournalOptions {
  const { maxEntries = defaultLimits.maxEntries, maxBodyBytes = defaultLimits.maxBodyBytes } = limits;
  for (const [name, value] of Object.entries({ maxEntries, maxBodyBytes })) {
    if (!Number.isInteger(value) || value < 0)
      throw new TypeError(`journal.${name} is ${value}, and must be a whole number from 0 on.`);
  }
  return { maxEntries, maxBodyBytes };
}
