/** Reads a list page by page, as somebody does who goes on to its end. */
type Page<Row, Place> = { rows: readonly Row[]; next: Place | null };

/** The rows of all pages, in their order. */
export async function allRows<Row, Place>(
  read: (after: Place | undefined) => Promise<Page<Row, Place>>,
): Promise<Row[]> {
  const rows: Row[] = [];
  let after: Place | undefined;
  do {
    const page = await read(after);
    rows.push(...page.rows);
    after = page.next ?? undefined;
  } while (after !== undefined);
  return rows;
}
