/** What docs/writing.md forbids in texts that people read, as far as a check can test it. */

export type Finding = { text: string; rule: string };

const WORDS_MAX = 20;

/** Phrases that made readers stumble; each stands for a rule of docs/writing.md. */
const PHRASES: Record<"en" | "de", RegExp> = {
  en: new RegExp(
    [
      /\bstands?\b/, // is, has, was created
      /\bgo(?:es|ing)? on\b/, // continues, keeps running
      /\bby (?:it|them)sel(?:f|ves)\b/, // automatically
      /\bbec(?:ame|omes?) of\b/, // the outcome
      /\b(?:called|brought?|taken?|took) back\b|\bbring back\b/, // unsent, restored, withdrawn
      /\bon its way\b/, // is being sent
      /\ball the same\b/, // anyway
      /\bwritten down\b/, // recorded
      /\bmade elsewhere\b/, // created outside Portico
      /\bunder way\b/, // running, in progress
      /\bg(?:ive|iven|ave) up\b/, // discarded, failed
      /\b(?:rungs?|ladder|verdicts?|judg\w+|remed\w+)\b/, // check, result, fix
      /\banew\b|\bshall\b|\bfor ever\b|\bto be had\b/,
      /\bas (?:it was|they were)\b/, // unchanged
      /\b(?:Find or do|not yours|Nobody has)\b/,
      /\b[Ee]-mails?\b|\b[Mm]ails?\b(?! servers?)/, // email
      /^It\b|^(?:Settle|Send|Discard|Close|Take|Give) (?:it|them)\b/, // the thing's name
      /\bthe one\b(?! (?:before|that))|\b[Nn]othing of\b|\bof (?:it|its|their) own\b/,
      /\bstays? so\b|\bis here already\b|\blooked for\b|\b[Ii]f you mean it\b|\bmade again\b/,
    ]
      .map(({ source }) => source)
      .join("|"),
  ),
  de: new RegExp(
    [
      /\bvon selbst\b|\bgeht von\b|\bdarin steht\b|\bsteht still\b|\bdes Dienstes Sache\b/,
      /(?<!E-)\bMails?\b/, // E-Mail
    ]
      .map(({ source }) => source)
      .join("|"),
  ),
};

/** What is wrong with a text of a page, an email, an error or a file in `language`. Ignores names of placeholders and tags. */
export function findWriting(text: string, language: "en" | "de"): Finding[] {
  const read = text.replaceAll(/<\/?\w+>/g, "").replaceAll(/\{\w+(?=[},])/g, "{");
  const found: Finding[] = [];
  const phrase = PHRASES[language].exec(read)?.[0];
  if (phrase !== undefined) found.push({ text, rule: `not “${phrase}”` });
  const long = splitSentences(read).find((sentence) => sentence.trim().split(/\s+/).length > WORDS_MAX);
  if (long !== undefined)
    found.push({ text, rule: `at most ${String(WORDS_MAX)} words a sentence: ${long}` });
  return found;
}

/** Of plurals and selections only the last form, since a reader sees one form; a colon or a semicolon ends a sentence, too. */
function splitSentences(text: string): string[] {
  const plain = text.replaceAll(
    /\{, (?:plural|select),((?:\s*[=\w]+ \{(?:[^{}]|\{[^{}]*\})*\})+)\}/g,
    (_, forms: string) => forms.replace(/^.*[=\w]+ \{((?:[^{}]|\{[^{}]*\})*)\}$/s, "$1"),
  );
  return plain.split(/(?<=[.!?:;])\s+/);
}
