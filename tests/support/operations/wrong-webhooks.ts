/** What creating and changing a webhook refuse in the same words. */

const NULL = "This field may not be null.";
const NO_URL = "Enter a valid URL.";
const INSIDE = "This address is not on the public internet, so nothing is delivered to it.";

const byField: Record<string, [what: string, value: unknown, sentence: string][]> = {
  events: [
    ["null for events", null, NULL],
    ["an unknown event", ["project.update", "x"], '"x" is not a valid choice.'],
    ["no event", [], "This list may not be empty."],
    ["the ping as an event", ["ping"], '"ping" is not a valid choice.'],
    ["events that are no list", "project.update", "Expected a list of items."],
    ["an event that is no text", [7], '"7" is not a valid choice.'],
  ],
  url: [
    ["null for the address", null, NULL],
    ["an empty address", "", "This field may not be blank."],
    ["no address", "hooks", NO_URL],
    ["another scheme", "ftp://hooks.example.org", NO_URL],
    ["credentials in the address", "https://a:b@hooks.example.org", NO_URL],
    ["a private address", "http://192.168.1.7/x", INSIDE],
    ["the address of cloud metadata", "http://169.254.169.254/latest", INSIDE],
    ["a private address as one number", "http://3232235777/", INSIDE],
    ["a private address inside an IPv6 one", "http://[::ffff:10.0.0.1]/", INSIDE],
    ["a link-local address", "http://[fe80::1]/", INSIDE],
    [
      "an address of 1,025 characters",
      `https://hooks.example.org/${"x".repeat(999)}`,
      "Ensure this field has no more than 1024 characters.",
    ],
  ],
  secret: [
    ["a secret of 257 characters", "s".repeat(257), "Ensure this field has no more than 256 characters."],
    ["a secret that is no text", 7, "Not a valid string."],
    ["a secret with NUL", "\0", "Null characters are not allowed."],
  ],
};

type Wrong = { what: string; body: object; sentences: object };

export const WRONG_WEBHOOKS = Object.entries(byField).flatMap(([field, rows]) =>
  rows.map(([what, value, sentence]): Wrong => ({
    what,
    body: { [field]: value },
    sentences: { [field]: [sentence] },
  })),
);
