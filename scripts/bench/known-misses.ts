/** What keeps a row from its target, with evidence and what was tried. The report shows it while the target is missed. */
export const knownMisses: Readonly<Record<string, string>> = {
  "request-overhead":
    "nothing that stands out. Runs beside other programs gave medians up to 0.05 above those of a quiet machine.",
  "import-cost":
    "how little an empty process does. The client's two files have 117 kB. For an earlier client of 131 kB in one file nearly all of the cost was parsing: with all of its code in a function that is never called, the process took as long.",
  "msw-adapter":
    "msw itself, whose time moves more than the fake's: complete runs on one machine gave medians from 1.11 to 1.16, quick ones from 1.00 to 1.12. By CPU profile the fake's largest part is the copy of its sample data between two walks, 2.5 %, which bare handlers do not need; no other function of it takes more than 0.5 %.",
  "bundle-size":
    "the client's own code, evenly spread: of 57 kB, minified, no module has more than 4 kB. A build of its own for pages leaves out what only servers run, which is 1.2 kB of the compressed size. Shared code stands once: with ./batch bundled by itself it was 31.6 kB.",
  "finished-batch":
    "the machine, where an idle process was kept from its timer too: see its row. The batch gives the event loop a turn after 64 inputs.",
};
