/** The mailbox shows an email as its reader sees it, under a policy without style attributes. */
import { expect, test } from "vitest";
import { MAIL_FRAME_STYLE, toFrameDocument } from "#lib/mail/frame.ts";
import { composeMail } from "#lib/mail/message.ts";

const mail = composeMail("m.dejong@bouwgroep.example", {
  subject: "Invitation",
  heading: 'Noord" style="color:red',
  paragraphs: ["One", "Two"],
  button: { label: "Open the invitation", url: "https://portico.example/platform/cloud/1?invitation=x" },
  footnote: "Ignore it if it is not for you.",
});

test("every part keeps its look as a class of the one style sheet, and nothing else of the mail changes", () => {
  const shown = toFrameDocument(mail.html);
  expect(shown).not.toContain(' style="');
  expect(shown).toContain(`<style>${MAIL_FRAME_STYLE}</style>`);
  const looks = [...mail.html.matchAll(/ style="([^"]*)"/g)].map(([, look]) => look ?? "");
  const classes = [...shown.matchAll(/ class="([^"]*)"/g)].map(([, name]) => name ?? "");
  expect(classes).toHaveLength(looks.length);
  for (const [at, look] of looks.entries())
    expect(MAIL_FRAME_STYLE).toContain(`.${classes[at] ?? ""}{${look}}`);
  const bare = (html: string): string => html.replaceAll(/ (?:style|class)="[^"]*"/g, "");
  expect(bare(shown).endsWith(bare(mail.html))).toBe(true);
});

test("a look that is not one of ours is left out", () => {
  expect(toFrameDocument('<p style="background:url(https://evil.example)">x</p>')).toMatch(/<p>x<\/p>$/);
});
