/** Markdown, and the code in it. Pure. */

/** A fenced block, a code span, or a link. A link's text may have code spans. */
const pieces =
  /^(`{3,})[^`\n]*\n[\s\S]*?\n\1$|(!?)(?<!\\)\[((?:`[^`]*`|\\.|[^\]`\\])*)\]\(([^)\s]+)\)|(`+)[^`](?:[\s\S]*?[^`])??\5(?!`)/gm;

/** The text with each link rewritten. Code stays as it is. Where there is no address, the link's text alone stays. */
export function withLinks(markdown: string, addressOf: (href: string) => string | undefined): string {
  return markdown.replaceAll(pieces, (piece: string, _fence, image?: string, text?: string, href?: string) => {
    if (href === undefined) return piece;
    const address = addressOf(href);
    return address === undefined ? `${text}` : `${image}[${text}](${address})`;
  });
}

/** The text without its blocks of code, and with nothing in its code spans. */
export function withoutCode(markdown: string): string {
  return markdown.replaceAll(pieces, (piece: string, _fence, _image, _text, href?: string) =>
    href === undefined ? "" : piece,
  );
}
