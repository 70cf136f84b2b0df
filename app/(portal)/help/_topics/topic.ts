/** A guide for staff, in parts that a page shows one after the other. Its texts are English literals (`msg`), shown by `t`. */
export type Topic = {
  /** Its place on the page: /help#invitations */
  id: TopicId;
  title: string;
  paragraphs: readonly string[];
  /** Words of the pages with what each means. */
  points: readonly { term: string; meaning: string }[];
  /** Pages where it is done. */
  links: readonly { href: string; label: string }[];
};

export type TopicId =
  | "first-steps"
  | "clouds"
  | "invitations"
  | "elements"
  | "live-addresses"
  | "operations"
  | "connections"
  | "shortcuts";
