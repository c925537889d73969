/** What keeps a row from its target, with the evidence and what was tried: shown for as long as the target is missed. */
export const limits: Readonly<Record<string, string>> = {
  "bundle-size":
    "the client's own code, of which no part stands out: by esbuild's metafile no module but openapi-fetch (6.7 kB before compression) is more than 5 % of the whole. Tried one by one on a bundle of 23.7 kB, none of them worth its price: openapi-fetch replaced by one line 21.4 kB, every property's name shortened 22.1 kB, all that browsers do not need left out 22.2 kB, every sentence of every error message left out 20.7 kB. All four together still make 15.6 kB. What would remain to leave out are guarantees: the journal, resuming, redaction, the checks of what is passed in.",
};
