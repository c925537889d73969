/** What keeps a row from its target, with the evidence and what was tried: shown for as long as the target is missed. */
export const limits: Readonly<Record<string, string>> = {
  "bundle-size":
    "the client's own code, of which no part stands out. Of about 23 kB, found by leaving out one part at a time: requests about 10 kB with openapi-fetch inside, the analysis of recordings 7.5 kB, uploads 4 kB. The sentences of the error messages are 3 kB: without any of them it would still be 20 kB.",
};
