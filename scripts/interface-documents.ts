/**
 * Splits the document of the whole service into one document for each of its two interfaces. Most tools know one base
 * address a document, and ignore the servers of a path: with the whole document they would send the requests of the
 * campaign interface to the external one.
 */

/** The parts of an OpenAPI document that the split looks into. */
export interface ServiceDocument {
  info: { title: string; description: string; [field: string]: unknown };
  tags: readonly { name: string; description: string }[];
  /** Only those of the campaign interface have their own servers. */
  paths: Record<string, { servers?: readonly object[]; [field: string]: unknown }>;
  components: Components;
  [field: string]: unknown;
}

type Components = Record<string, Record<string, unknown>>;

/** The documents of the external interface and of the campaign interface, each with its own servers alone. */
export function interfaceDocuments(whole: ServiceDocument): { external: object; campaigns: object } {
  const paths = Object.entries(whole.paths);
  const external = Object.fromEntries(paths.filter(([, { servers }]) => !servers));
  const campaigns = Object.fromEntries(
    paths.flatMap(([path, { servers, ...item }]) => (servers ? [[path, item] as const] : [])),
  );
  const [ofExternal, ofCampaigns] = [external, campaigns].map((part) => referencedComponents(part, whole.components));
  const tag = whole.tags.find(({ name }) => name === "Campaigns");
  const { info } = whole;
  const [, provenance] = /(\*\*Provenance\.\*\*[\s\S]*)/.exec(info.description) ?? [];
  if (!provenance) throw new Error("The document's description has no paragraph **Provenance.**");
  return {
    external: {
      ...whole,
      tags: whole.tags.filter((each) => each !== tag),
      paths: external,
      // What no path refers to, such as the signed upload, is the external interface's.
      components: pick(whole.components, (place) => ofExternal?.has(place) || !ofCampaigns?.has(place)),
    },
    campaigns: {
      ...whole,
      info: {
        ...info,
        title: `${info.title}: campaign interface`,
        description: `${tag?.description}\n\n${provenance}`,
      },
      servers: paths.find(([, { servers }]) => servers)?.[1].servers,
      tags: [tag],
      paths: campaigns,
      components: pick(whole.components, (place) => ofCampaigns?.has(place)),
    },
  };
}

/** The components that paths refer to, directly or through others, as `schemas/Agent`. Each needs the security schemes. */
function referencedComponents(paths: object, components: Components): Set<string> {
  const found = new Set(Object.keys(components.securitySchemes ?? {}).map((name) => `securitySchemes/${name}`));
  const add = (part: unknown) => {
    for (const [, place = ""] of JSON.stringify(part).matchAll(/"#\/components\/(\w+\/[\w.-]+)/g)) found.add(place);
  };
  add(paths);
  // A set gives what is added to it meanwhile, too.
  for (const place of found) {
    const [kind = "", name = ""] = place.split("/");
    add(components[kind]?.[name]);
  }
  return found;
}

function pick(components: Components, isIncluded: (place: string) => boolean | undefined): Components {
  const kinds = Object.entries(components).map(([kind, parts]) => {
    const picked = Object.entries(parts).filter(([name]) => isIncluded(`${kind}/${name}`));
    return [kind, Object.fromEntries(picked)] as const;
  });
  return Object.fromEntries(kinds.filter(([, parts]) => Object.keys(parts).length > 0));
}
