/**
 * The verdict for every entry of a list: from its form, from the list itself, and from what is known of the address in this Cloud. Pure;
 * sends nothing and leaves nothing out.
 */
import type { InvitationRunRowModel, InvitationState } from "#lib/db/client.ts";
import type { Sentence } from "#lib/core/language/kept-texts.ts";
import { say, type Said } from "#lib/core/texts.ts";
import type { AddressEntry } from "./address-list.ts";
import { inLatinLetters, scriptWarning } from "./letters.ts";
import { findLookAlikes } from "./look-alike.ts";

/** What the registry and the service's lists say about addresses in the Cloud. */
export type Known = {
  /** By normalised address. */
  invitations: ReadonlyMap<string, { state: InvitationState; since: Date }>;
  /** Addresses in another list that was started and has not sent to them yet. */
  elsewhere: ReadonlySet<string>;
  /** Members of the Cloud; null where the service does not list them. */
  members: ReadonlySet<string> | null;
  /** How many people Portico knows in each domain, over all Clouds. */
  domains: ReadonlyMap<string, number>;
};

/** `isIncluded`: whether it is sent unless a person decides otherwise. */
export type JudgedRow = Pick<
  InvitationRunRowModel,
  "n" | "line" | "typed" | "address" | "email" | "verdict" | "suggestion" | "isIncluded"
> & { detail: Sentence };

export type Judgement = Pick<JudgedRow, "verdict" | "detail"> & { suggestion?: string | null };

/** One row per entry, in the order of the list. */
export function judgeList(entries: readonly AddressEntry[], known: Known): JudgedRow[] {
  const byDomain = Map.groupBy(
    entries.filter((entry) => entry.ok),
    ({ key }) => domainOf(key),
  );
  const domains = new Map([...byDomain].map(([domain, own]) => [domain, own.length]));
  const lookAlikes = findLookAlikes(domains, known.domains);
  const firstLines = new Map<string, number>();
  const judge = (entry: AddressEntry): Judgement => {
    if (!entry.ok) return { verdict: "MALFORMED", detail: entry.reason, suggestion: entry.suggestion };
    const firstLine = firstLines.get(entry.key);
    if (firstLine !== undefined) {
      return { verdict: "REPEATED", detail: repeatedWords(firstLine, entry.line) };
    }
    firstLines.set(entry.key, entry.line);
    return judgeKnown(entry.key, known) ?? judgeLooks(entry, lookAlikes);
  };
  return entries.map((entry, at) => {
    const { verdict, detail, suggestion = null } = judge(entry);
    const { email, key: address } = entry.ok ? entry : { email: null, key: null };
    const { line, typed } = entry;
    return {
      n: at + 1,
      line,
      typed,
      address,
      email,
      verdict,
      detail,
      suggestion,
      isIncluded: verdict === "GOOD",
    };
  });
}

/**
 * The verdict for one address that stands alone, e.g. after a person has corrected it: other addresses of the list prove nothing about its
 * domain. The function that is answered is fast for many addresses of few domains.
 */
export function judgeAlone(known: Known): (address: { email: string; key: string }) => Judgement {
  const byDomain = new Map<string, Map<string, string>>();
  return (address) => {
    const domain = domainOf(address.key);
    const lookAlikes = byDomain.get(domain) ?? lookAlikesOf(address, known.domains);
    byDomain.set(domain, lookAlikes);
    return judgeKnown(address.key, known) ?? judgeLooks(address, lookAlikes);
  };
}

/** Why an address is doubtful, for any person, and what was probably meant; null where there is no doubt. */
export function doubtOf(
  address: { email: string; key: string },
  domains: Known["domains"],
): { detail: Sentence; suggestion: string | null } | null {
  const { verdict, detail, suggestion } = judgeLooks(address, lookAlikesOf(address, domains));
  return verdict === "GOOD" ? null : { detail, suggestion: suggestion ?? null };
}

function lookAlikesOf({ key }: { key: string }, domains: Known["domains"]): Map<string, string> {
  return findLookAlikes(new Map([[domainOf(key), 1]]), domains);
}

function judgeLooks(
  { email, key }: { email: string; key: string },
  lookAlikes: ReadonlyMap<string, string>,
): Judgement {
  const domain = domainOf(key);
  const local = email.slice(0, email.lastIndexOf("@"));
  const like = lookAlikes.get(domain);
  if (like !== undefined) {
    return {
      verdict: "LOOK_ALIKE",
      detail: say("{domain} looks like {like}.", { domain, like }),
      suggestion: `${local}@${like}`,
    };
  }
  const scripts = scriptWarning(local, domain);
  if (scripts === null) return { verdict: "GOOD", detail: say("Ready to send.") };
  const latin = inLatinLetters(local, domain);
  return { verdict: "MIXED_SCRIPTS", detail: scripts, ...(latin === null ? {} : { suggestion: latin }) };
}

const MEMBER: Judgement = {
  verdict: "MEMBER",
  detail: say("Already a member of this Cloud. The person’s rights stay the same."),
};

function judgeKnown(key: string, known: Known): Judgement | null {
  if (known.members?.has(key) === true) return MEMBER;
  const invitation = known.invitations.get(key);
  const day = invitation?.since.toISOString().slice(0, 10) ?? "";
  switch (invitation?.state) {
    case "JOINED":
      return MEMBER;
    case "WAITING":
      return { verdict: "INVITED", detail: say("Already invited, waiting since {day}.", { day }) };
    case "UNKNOWN":
      return {
        verdict: "UNDER_WAY",
        detail: say("An invitation of {day} got no certain answer. Settle that invitation first.", { day }),
      };
    case "PREPARED":
    case "SENDING":
      return { verdict: "UNDER_WAY", detail: say("Somebody is inviting this address right now.") };
    default:
      return known.elsewhere.has(key)
        ? { verdict: "UNDER_WAY", detail: say("This address is in another list that is being sent.") }
        : null;
  }
}

/** What is said of a row in `line` whose address stands in line `first` before. */
export function repeatedWords(first: number, line: number): Said {
  return first === line
    ? say("Listed twice in line {line}.", { line })
    : say("Duplicate of line {line}.", { line: first });
}

function domainOf(key: string): string {
  return key.slice(key.lastIndexOf("@") + 1);
}
