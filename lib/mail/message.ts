/**
 * Composes emails that are safe from injection: people's texts lose line breaks and control characters before they reach a header, and are
 * escaped before they reach HTML. Every email has its content twice, as HTML and as plain text.
 */
import type { Language } from "#lib/core/texts.ts";

export type Mail = {
  /** A normalised address of lib/core/address.ts, exactly one. */
  recipient: string;
  subject: string;
  text: string;
  html: string;
};

export type MailContent = {
  subject: string;
  heading: string;
  paragraphs: readonly string[];
  /** The one button; its URL comes from configuration or was checked to be http(s). */
  button: { label: string; url: string };
  /** Small print below the button. */
  footnote: string;
};

const SUBJECT_LENGTH_MAX = 180;
/** Two languages with a long name in each; what somebody typed must not fill an email. */
const PARAGRAPH_LENGTH_MAX = 2000;
// Control characters, line and paragraph separators, and marks that change the direction of writing.
const UNSAFE_IN_HEADERS = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu;

/** Text for a header: one line, no control characters, bounded. */
export function headerText(text: string): string {
  return oneLine(text, SUBJECT_LENGTH_MAX);
}

function oneLine(text: string, lengthMax: number): string {
  const line = text
    .toWellFormed()
    .replace(UNSAFE_IN_HEADERS, " ")
    // Mail programs would decode it (RFC 2047), including line breaks.
    .replaceAll("=?", "= ?")
    .replace(/ {2,}/g, " ")
    .trim();
  const characters = Array.from(line);
  if (characters.length <= lengthMax) return line;
  return `${characters.slice(0, lengthMax - 1).join("")}…`;
}

/** Text inside HTML, attribute values included. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

/** The complete email for one person. Its content is in `language`, which the HTML states. */
export function composeMail(recipient: string, content: MailContent, language: Language = "en"): Mail {
  const lines = {
    heading: headerText(content.heading),
    paragraphs: content.paragraphs.map((paragraph) => oneLine(paragraph, PARAGRAPH_LENGTH_MAX)),
    label: headerText(content.button.label),
    footnote: oneLine(content.footnote, PARAGRAPH_LENGTH_MAX),
  };
  const { url } = content.button;
  const text = [lines.heading, ...lines.paragraphs, `${lines.label}:\n${url}`, lines.footnote].join("\n\n");
  return {
    recipient,
    subject: headerText(content.subject),
    text: `${text}\n`,
    html: renderHtml({ ...lines, url, language }),
  };
}

/** The style of each part of an email; also for the frame of the built-in mailbox (frame.ts). */
export const MAIL_STYLES = {
  page: "margin:0;background:#f4f5f6;color:#16191d;font:16px/24px system-ui,-apple-system,'Segoe UI',sans-serif",
  space: "padding:32px 16px",
  sheet: "max-width:560px;background:#ffffff;border:1px solid #d9dde1;border-radius:8px",
  inside: "padding:32px",
  heading: "margin:0 0 16px;font-size:20px;line-height:28px",
  paragraph: "margin:0 0 16px",
  action: "margin:24px 0",
  button:
    "display:inline-block;padding:12px 20px;background:#16191d;color:#ffffff;border-radius:6px;text-decoration:none;font-weight:600",
  footnote: "margin:0;color:#5a636d;font-size:14px;line-height:20px",
} as const;

type HtmlParts = {
  heading: string;
  paragraphs: string[];
  label: string;
  url: string;
  footnote: string;
  language: Language;
};

/** Inline styles only: mail programs drop style sheets. Nothing is loaded from other places. */
function renderHtml(parts: HtmlParts): string {
  const style = (part: keyof typeof MAIL_STYLES): string => `style="${MAIL_STYLES[part]}"`;
  const paragraphs = parts.paragraphs
    .map((paragraph) => `<p ${style("paragraph")}>${escapeHtml(paragraph)}</p>`)
    .join("\n");
  return `<!doctype html>
<html lang="${parts.language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(parts.heading)}</title></head>
<body ${style("page")}>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" ${style("space")}>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" ${style("sheet")}><tr><td ${style("inside")}>
<h1 ${style("heading")}>${escapeHtml(parts.heading)}</h1>
${paragraphs}
<p ${style("action")}><a href="${escapeHtml(parts.url)}" ${style("button")}>${escapeHtml(parts.label)}</a></p>
<p ${style("footnote")}>${escapeHtml(parts.footnote)}</p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}
