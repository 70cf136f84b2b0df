/**
 * One address, as the forms for one person take it: read and checked as in a list, with a question when it is doubtful. Nothing is sent to
 * a doubtful address without confirmation, and nothing is refused because of a doubt alone.
 */
import { parseAddress } from "#lib/core/address.ts";
import { AppError } from "#lib/core/errors.ts";
import { told, type Sentence } from "#lib/core/language/kept-texts.ts";
import { say } from "#lib/core/texts.ts";
import { noAddress, readAddressList, type ReadAddress } from "./address-list.ts";
import { readKnownDomains } from "./known-domains.ts";
import { doubtOf } from "./verdicts.ts";

type Address = { email: string; key: string };

/** Reads the one address of a text, with or without a name around it. */
export function readOneAddress(typed: string): ReadAddress {
  const plain = parseAddress(typed);
  if (plain.ok) return plain;
  const { entries } = readAddressList(typed);
  const [only] = entries;
  if (only === undefined) return noAddress(plain.reason);
  if (entries.length === 1) return only;
  return noAddress(say("There are {count} addresses. Type only one here.", { count: entries.length }));
}

/**
 * The address that a person meant by what was typed into a form.
 * @param isAsked whether a doubt about this address deserves a question; it does not where the person was asked before.
 * @throws AppError VALIDATION at the field `email`, with the address that was probably meant, and the one that is sent if the person keeps
 * the input
 */
export async function readMeantAddress(
  { email: typed, meant, doubted }: { email: string; meant: string; doubted: string },
  isAsked: (key: string) => Promise<boolean>,
): Promise<Address> {
  const answered = meant !== "" && doubted.trim() === typed.trim() ? parseAddress(meant) : null;
  if (answered?.ok === true) return answered;
  const read = readOneAddress(typed);
  if (!read.ok) throw doubtful(read.reason, { proposal: read.suggestion, asTyped: null });
  const doubt = doubtOf(read, await readKnownDomains());
  if (doubt === null || !(await isAsked(read.key))) return read;
  throw doubtful(doubt.detail, { proposal: doubt.suggestion, asTyped: read.email });
}

function doubtful(reason: Sentence, doubt: { proposal: string | null; asTyped: string | null }): AppError {
  return new AppError("VALIDATION", say("Nothing was sent."), {
    details: { fieldErrors: { email: [told(reason)] }, doubt },
  });
}
