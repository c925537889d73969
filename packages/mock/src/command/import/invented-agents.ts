/** Agents in place of an organization's own: their names and e-mails are invented, the same for the same agent. */
import { hash } from "../../core/random.js";
import type { AgentSeed } from "../../domain/seed-data.js";
import type { NamedCall } from "./named-calls.js";

const firstNames =
  "Alma Bruno Carla Dario Edith Farid Greta Hugo Ines Jonas Kiran Lena Marek Nadia Oscar Petra Quinn Rita Samir Tessa Umar Vera Wanda Yusuf";

const lastNames =
  "Abel Brandt Costa Dietz Engel Fabre Gruber Hansen Ivers Jansen Keller Lund Moreau Novak Olsen Prater Quist Reyes Sander Torres Ulrich Vidal Weber Zeman";

/** The agents of a seed file, by what calls name them. */
export class InventedAgents {
  readonly rows: AgentSeed[] = [];
  readonly #byName = new Map<string, AgentSeed>();
  readonly #names: string[];
  readonly #listedCount: number;

  /** @param agents the organization's own; @param calls may name agents that are no longer there */
  constructor(agents: readonly AgentSeed[], calls: readonly NamedCall[]) {
    const members = calls.flatMap(({ memberId }) => memberId ?? []);
    this.#names = namesUnlike([...agents.flatMap(({ id, name, email }) => [id, name, email]), ...members]);
    for (const { id, email } of agents) this.#add([id, email]);
    this.#listedCount = this.rows.length;
  }

  /** What a call names its agent by. Where nobody said whose it was, it is one of the listed ones. */
  memberOf({ callId, memberId }: NamedCall): string {
    const listed = this.rows.slice(0, this.#listedCount);
    const drawn = listed[numberOf(callId) % Math.max(1, listed.length)];
    const known = memberId === undefined ? drawn : this.#byName.get(keyOf(memberId));
    const { id, email } = known ?? this.#byName.get("") ?? this.#add(memberId === undefined ? [""] : [memberId]);
    return id ?? email;
  }

  /** Adds an agent for one that has these names: ids and e-mails. An e-mail is no id to keep. */
  #add(names: readonly unknown[]): AgentSeed {
    const texts = names.filter((name) => typeof name === "string");
    const id = texts.find((text) => text !== "" && !text.includes("@"));
    const name = this.#nameFor(id ?? texts[0] ?? "");
    const row = { ...(id !== undefined && { id }), name, email: `${name.toLowerCase().replace(" ", ".")}@example.com` };
    this.rows.push(row);
    for (const text of texts) this.#byName.set(keyOf(text), row);
    return row;
  }

  /** The same for the same agent, as long as no other one has it. */
  #nameFor(identity: string): string {
    const [name] = this.#names.splice(numberOf(identity) % Math.max(1, this.#names.length), 1);
    return name ?? `Agent ${this.rows.length + 1}`;
  }
}

/** All names of which no word is among the words of some texts. */
function namesUnlike(texts: readonly unknown[]): string[] {
  const words = new Set(
    texts.flatMap((text) =>
      String(text)
        .toLowerCase()
        .split(/[^\p{L}]+/u),
    ),
  );
  const unlike = (names: string) => names.split(" ").filter((name) => !words.has(name.toLowerCase()));
  return unlike(firstNames).flatMap((first) => unlike(lastNames).map((last) => `${first} ${last}`));
}

function numberOf(text: string): number {
  return Number.parseInt(hash("invented", text).slice(0, 8), 16);
}

function keyOf(name: string): string {
  return name.includes("@") ? name.toLowerCase() : name;
}
