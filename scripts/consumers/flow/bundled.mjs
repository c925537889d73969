// What bundlers bundle. Whoever loads the bundle calls its programs.
import client from "./client.mjs";
import fake from "./fake.mjs";

globalThis.programs = { client, fake };
