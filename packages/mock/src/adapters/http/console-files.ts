/** The files of the web console, which the build puts beside this module. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname } from "node:path";
import type { ServiceResponse } from "../../core/message.js";

const contentTypes: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
};

/** The placeholder in the built page for the nonce of each response. */
const noncePlaceholder = /__CSP_NONCE__/g;

/** Tells the console that its server is the fake. On any other server, the console runs its own fake. */
const servedBy = { built: 'data-served-by="files"', here: 'data-served-by="fake"' };

const pathPattern = /\/__mock__\/(assets\/[\w.-]+)?(?:[?#]|$)/;

/** The console's page and its assets. They are listed once, so no other file can be requested. */
export class ConsoleFiles {
  readonly #page: string;
  readonly #folder: URL;
  readonly #assets: ReadonlySet<string>;

  private constructor(folder: URL) {
    this.#folder = folder;
    this.#page = readFileSync(new URL("index.html", folder), "utf8").replace(servedBy.built, servedBy.here);
    this.#assets = new Set(readdirSync(new URL("assets/", folder)).map((name) => `assets/${name}`));
  }

  /** The console's files. Undefined if the console was not built. */
  static open(folder = builtFolder()): ConsoleFiles | undefined {
    return folder && existsSync(new URL("index.html", folder)) ? new ConsoleFiles(folder) : undefined;
  }

  /** Whether a path of the control interface is the page's. */
  isPage(path: string): boolean {
    return pathPattern.test(path) && assetName(path) === undefined;
  }

  /** The page, with its own nonce: styles that scripts add need it. */
  page(): ServiceResponse {
    const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64url");
    const headers = {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": contentSecurityPolicy(nonce),
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    };
    return { status: 200, headers, body: this.#page.replace(noncePlaceholder, nonce) };
  }

  /** The asset at a path of the control interface. Undefined if there is none. Its name changes with its content. */
  asset(path: string): ServiceResponse | undefined {
    const name = assetName(path);
    if (name === undefined || !this.#assets.has(name)) return undefined;
    const headers = {
      "content-type": contentTypes[extname(name)] ?? "application/octet-stream",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    };
    return { status: 200, headers, body: readFileSync(new URL(name, this.#folder)) };
  }
}

/** The folder of the built files. Undefined in another package's CommonJS bundle, which has no module URL. */
function builtFolder(): URL | undefined {
  const { url }: { url?: string } = import.meta;
  return url !== undefined && URL.canParse("./console/", url) ? new URL("./console/", url) : undefined;
}

function assetName(path: string): string | undefined {
  return pathPattern.exec(path)?.[1];
}

/** The page may load and reach only its own files and its own server. */
function contentSecurityPolicy(nonce: string): string {
  const directives = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "media-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return directives.join("; ");
}
