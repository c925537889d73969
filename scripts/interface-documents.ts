/**
 * Splits the document of the whole service into one document for each of its two interfaces. Most tools know one base
 * address a document, and ignore the servers of a path: with the whole document they would send the requests of the
 * campaign interface to the external one.
 */

/** The parts of an OpenAPI document that the split looks into. */
export interface ServiceDocument {
  info: { title: string; description: string; [field: string]: unknown };
  servers: readonly object[];
  tags: readonly { name: string; description: string }[];
  paths: Record<string, PathItem>;
  components: Components;
  [field: string]: unknown;
}

/** A path. Only those of the campaign interface have their own servers. */
interface PathItem {
  servers?: readonly object[];
  [field: string]: unknown;
}

type Components = Record<string, Record<string, unknown>>;

const campaignTag = "Campaigns";

/** The documents of the external interface and of the campaign interface, each with its own servers alone. */
export function interfaceDocuments(whole: ServiceDocument): { external: object; campaigns: object } {
  const isCampaign = ({ servers }: PathItem) => servers !== undefined;
  const paths = Object.entries(whole.paths);
  const external = Object.fromEntries(paths.filter(([, item]) => !isCampaign(item)));
  const campaigns = Object.fromEntries(paths.filter(([, item]) => isCampaign(item)).map(withoutServers));
  const tag = whole.tags.find(({ name }) => name === campaignTag);
  const ofCampaigns = referencedComponents(campaigns, whole.components);
  const ofExternal = referencedComponents(external, whole.components);
  return {
    external: {
      ...whole,
      tags: whole.tags.filter(({ name }) => name !== campaignTag),
      paths: external,
      // What no path refers to, such as the signed upload, is the external interface's.
      components: pick(whole.components, (place) => ofExternal.has(place) || !ofCampaigns.has(place)),
    },
    campaigns: {
      ...whole,
      info: {
        ...whole.info,
        title: `${whole.info.title}: campaign interface`,
        description: `${tag?.description}\n\n${provenanceOf(whole)}`,
      },
      servers: paths.find(([, item]) => isCampaign(item))?.[1].servers,
      tags: [tag],
      paths: campaigns,
      components: pick(whole.components, (place) => ofCampaigns.has(place)),
    },
  };
}

function withoutServers([path, { servers: _, ...item }]: [string, PathItem]): [string, PathItem] {
  return [path, item];
}

/** The paragraph of the description that says what is assumed. */
function provenanceOf({ info }: ServiceDocument): string {
  const start = info.description.indexOf("**Provenance.**");
  if (start === -1) throw new Error("The document's description has no paragraph **Provenance.**");
  return info.description.slice(start);
}

/** The components that paths refer to, directly or through others, as `schemas/Agent`. Each needs the security schemes. */
function referencedComponents(paths: object, components: Components): Set<string> {
  const found = new Set<string>();
  const open: unknown[] = [paths];
  for (const part of open) {
    for (const place of referencesIn(part)) {
      if (found.has(place)) continue;
      found.add(place);
      const [kind = "", name = ""] = place.split("/");
      open.push(components[kind]?.[name]);
    }
  }
  for (const name of Object.keys(components.securitySchemes ?? {})) found.add(`securitySchemes/${name}`);
  return found;
}

function referencesIn(part: unknown): string[] {
  const references = JSON.stringify(part).matchAll(/"#\/components\/([A-Za-z]+\/[\w.-]+)/g);
  return [...references].map(([, place = ""]) => place);
}

function pick(components: Components, isIncluded: (place: string) => boolean): Components {
  const kinds = Object.entries(components).map(([kind, parts]): [string, Record<string, unknown>] => [
    kind,
    Object.fromEntries(Object.entries(parts).filter(([name]) => isIncluded(`${kind}/${name}`))),
  ]);
  return Object.fromEntries(kinds.filter(([, parts]) => Object.keys(parts).length > 0));
}
