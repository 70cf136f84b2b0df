/**
 * An email as the built-in mailbox shows it in a frame: the portal's pages allow no style attributes, so the parts get classes and one
 * fixed style sheet, whose hash is in the pages' policy. It must not change the content of an email.
 */
import { visible } from "#lib/core/texts.ts";
import { MAIL_STYLES } from "./message.ts";

const CLASSES = new Map(
  Object.entries(MAIL_STYLES).map(([part, style]) => [style as string, `mail-${part}`]),
);

/** The whole style sheet of the frame; lib/boot/edge/security-headers.ts computes its hash. */
export const MAIL_FRAME_STYLE = [...CLASSES].map(([style, name]) => `.${name}{${style}}`).join("");

/** The document for the frame. Links open in another tab than the portal; styles that none of our parts has are dropped. */
export function toFrameDocument(html: string): string {
  const body = html.replace(/ style="([^"]*)"/g, (_, style: string) => {
    const name = CLASSES.get(style);
    return name === undefined ? "" : ` class="${name}"`;
  });
  return `<base target="_blank"><style>${MAIL_FRAME_STYLE}</style>${visible(body)}`;
}
