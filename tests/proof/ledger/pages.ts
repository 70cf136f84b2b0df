/**
 * What a product's pages and files say about invited people, compared with the facts at its service. Read over HTTP, as a browser gets
 * them.
 */
import { parse } from "csv-parse/sync";
import {
  countStanding,
  ledgerWords,
  peopleWords,
  STANDING_WORDS,
  type InvitedPerson,
} from "#tests/support/ledger-people.ts";

export type Portal = { origin: string; cookie: string };
/** `read`: pages and files; `wrong`: their false statements. */
export type Compared = { read: number; statements: number; wrong: string[] };

const AT_ONCE = 4;
const LEDGER_WORDS = [...new Set([...Object.values(STANDING_WORDS), "Sent", "Email seen"])];

/** First those that read nothing from a service when they are opened; for each Cloud, the tab that does comes last. */
export async function comparePages(portal: Portal, people: readonly InvitedPerson[]): Promise<Compared> {
  const compared: Compared = { read: 0, statements: 0, wrong: [] };
  const read = async (path: string): Promise<string> => {
    const answer = await fetch(`${portal.origin}${path}`, { headers: { cookie: portal.cookie } });
    if (!answer.ok) throw new Error(`${path} answered ${String(answer.status)}`);
    compared.read += 1;
    return answer.text();
  };
  const expect = (where: string, said: unknown, wanted: unknown): void => {
    compared.statements += 1;
    if (said !== wanted) compared.wrong.push(`${where}: ${String(said)} instead of ${String(wanted)}`);
  };
  const expectWords = (where: string, said: Map<string, string>, wanted: Map<string, string>): void => {
    for (const email of new Set([...said.keys(), ...wanted.keys()]))
      expect(`${where}, ${email}`, said.get(email), wanted.get(email));
  };

  const overview = textOf(await read("/"));
  const joined = countStanding(people, "joined");
  const waiting = countStanding(people, "waiting");
  expect("the overview’s joined", figureOf(/Cloud invitations joined, 30 days ([\d,]+)/, overview), joined);
  expect("the overview’s waiting", figureOf(/ ([\d,]+) waiting(?! for)/, overview), waiting);
  expectWords("the ledger’s page", await readLedger(read), ledgerWords(people));
  const ledgerFile = readFile(await read("/invitations/csv?profile=programs"));
  expectWords("the ledger’s file", ledgerFile, ledgerWords(people));

  const clouds = [...Map.groupBy(people, ({ cloud }) => cloud.id)].values();
  const compareSome = async (): Promise<void> => {
    for (const [id, own] of clouds) {
      const members = countStanding(own, "joined");
      const shown = peopleWords(own);
      const head = textOf(await read(`/clouds/${id}`));
      const name = `Cloud ${String(own[0]?.cloud.serviceId)}`;
      expect(`${name}, members in its head`, figureOf(/ ([\d,]+) members?\b/, head), members);
      expect(`${name}, people in its tabs`, figureOf(/ People ([\d,]+) Invitations/, head), shown.size);
      const file = readFile(await read(`/clouds/${id}/people/csv?profile=programs`));
      expectWords(`${name}, its people’s file`, file, shown);
      const table = readRows(await read(`/clouds/${id}/people`), own, ["Member", "Invited"]);
      expectWords(`${name}, its people`, table, shown);
      const ledger = readRows(await read(`/clouds/${id}/invitations`), own, LEDGER_WORDS);
      expectWords(`${name}, its invitations`, ledger, ledgerWords(own));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, compareSome));
  return compared;

  async function readLedger(get: (path: string) => Promise<string>): Promise<Map<string, string>> {
    const said = new Map<string, string>();
    for (let path: string | undefined = "/invitations"; path !== undefined;) {
      const page: string = await get(path);
      for (const [email, words] of readRows(page, people, LEDGER_WORDS)) said.set(email, words);
      path = plain(/href="(\/invitations\?[^"]*after=[^"]*)"/.exec(page)?.[1] ?? "") || undefined;
    }
    return said;
  }
}

/** By address, the words of state that its row of a table shows. */
function readRows(
  page: string,
  people: readonly InvitedPerson[],
  words: readonly string[],
): Map<string, string> {
  const emails = new Set(people.map(({ email }) => email));
  const said = new Map<string, string>();
  for (const [row] of page.matchAll(/<tr[ >][^]*?<\/tr>/g)) {
    // Each cell's text starts with its statement; the explanation follows.
    const cells = [...row.matchAll(/<t[dh][ >][^]*?<\/t[dh]>/g)].map(([cell]) => textOf(cell));
    const email = cells.flatMap((cell) => cell.split(" ")).find((word) => emails.has(word));
    if (email === undefined) continue;
    const shown = cells.flatMap((cell) => words.filter((word) => cell.startsWith(word)));
    said.set(email, [...new Set(shown)].join(" and "));
  }
  return said;
}

function readFile(text: string): Map<string, string> {
  const rows: Record<string, string>[] = parse(text, { columns: true, bom: true });
  return new Map(rows.map((row) => [row["Address"] ?? "", row["State"] ?? ""]));
}

function figureOf(pattern: RegExp, text: string): number | string {
  const found = pattern.exec(text)?.[1];
  return found === undefined ? "nothing" : Number(found.replaceAll(",", ""));
}

function textOf(html: string): string {
  // A place where a long word may end its line is not between two words.
  const shown = html
    .replace(/<(script|style|svg)[ >][^]*?<\/\1>/g, " ")
    .replaceAll(/<!--[^]*?-->|<span class="opening"><\/span>/g, "");
  return plain(shown.replaceAll(/<[^>]*>/g, " "))
    .replaceAll(/\s+/g, " ")
    .trim();
}

const plain = (text: string): string =>
  text.replaceAll("&#x27;", "'").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
