/** A guide for staff, in parts that a page shows in order. Its texts are English literals (`msg`), translated by `t`. */
export type Topic = {
  paragraphs: readonly string[];
  /** Words of the pages with their meanings. */
  points: readonly { term: string; meaning: string }[];
  /** Links to the pages concerned. */
  links: readonly { href: string; label: string }[];
};
