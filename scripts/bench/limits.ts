/** What keeps a row from its target, with the evidence and what was tried: shown for as long as the target is missed. */
export const limits: Readonly<Record<string, string>> = {
  "bundle-size":
    "the client's own code, of which no part stands out. Of 23.4 kB, http has 7.3 kB without openapi-fetch, which has 2.4 kB; the analysis of recordings has 7.5 kB, 1.9 kB of them batches and journals; uploads have 4.2 kB, errors 0.9 kB. Sentences of messages are 3.1 kB of the whole: without any of them it would still be twice the target. Measured by bundling once more with each part left out, and with each sentence cut.",
};
