/** What keeps a row from its target, with evidence and what was tried. The report shows it while the target is missed. */
export const knownMisses: Readonly<Record<string, string>> = {
  "import-cost":
    "how little an empty process does where nothing is set in its environment: 24 ms, of which the client's 6 ms are a quarter. A package of one empty module takes 2 of them; nearly all of the rest is the parsing of 131 kB, for with all of the client's code in a function that is never called the process takes as long. Tried: every name shortened saves 1.3 ms, white space left out saves nothing. Beside the same work of a process that loads further certificates (67 ms) the client is at 1.11.",
  "msw-adapter":
    "msw itself, whose time moves more than the fake's: complete runs on one machine gave medians from 1.11 to 1.16, quick ones from 1.00 to 1.12. By CPU profile the fake's largest part is the copy of its sample data between two walks, 2.5 %, which bare handlers do not need; no other function of it takes more than 0.5 %.",
  "bundle-size":
    "the client's own code, of which no part stands out: by esbuild's metafile no module but openapi-fetch (6.7 kB before compression) is more than 5 % of the whole. Tried one by one on a bundle of 23.7 kB, none of them worth its price: openapi-fetch replaced by one line 21.4 kB, every property's name shortened 22.1 kB, all that browsers do not need left out 22.2 kB, every sentence of every error message left out 20.7 kB. All four together still make 15.6 kB. What would remain to leave out are guarantees: the journal, resuming, redaction, the checks of what is passed in.",
};
