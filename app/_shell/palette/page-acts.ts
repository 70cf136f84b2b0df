/** What can be done on the page one is on: its own buttons, found where the design system puts them. */
export type PageAct = { id: string; label: string; detail: string | undefined; press: () => void };

const HEAD = "[data-page-acts] :is(a[href], button)";
const ROWS = "main tr:has(td.act)";
const ACTS_MAX = 400;

/**
 * The actions of the page's head, then those of the rows of its tables, each with its row's name. They are the very buttons: what the role
 * does not allow is not there, and pressing one here is pressing it there.
 */
export function listPageActs(): { head: PageAct[]; rows: PageAct[] } {
  const head = [...document.querySelectorAll<HTMLElement>(HEAD)].flatMap((element, index) =>
    toAct(element, `head-${String(index)}`),
  );
  const rows: PageAct[] = [];
  for (const [index, row] of [...document.querySelectorAll(ROWS)].entries()) {
    const [first] = row.querySelectorAll("td");
    const name = nameOf(first?.querySelector("a, b") ?? first ?? null);
    for (const [nth, element] of [
      ...row.querySelectorAll<HTMLElement>("td.act :is(a[href], button)"),
    ].entries()) {
      rows.push(...toAct(element, `row-${String(index)}-${String(nth)}`, name));
    }
    if (rows.length >= ACTS_MAX) break;
  }
  return { head, rows: rows.slice(0, ACTS_MAX) };
}

function toAct(element: HTMLElement, id: string, detail?: string): PageAct[] {
  const label = element.getAttribute("aria-label") ?? nameOf(element);
  const isOff = element.matches(":disabled, [aria-disabled=true]") || element.closest("[hidden]") !== null;
  if (label === "" || isOff) return [];
  return [{ id, label, detail: detail === undefined || label.includes(detail) ? undefined : detail, press }];

  function press(): void {
    element.scrollIntoView({ block: "center" });
    element.focus();
    // Menus open on a key or a pressed pointer, not on a click.
    if (element.getAttribute("aria-haspopup") === "menu") {
      element.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
    } else element.click();
  }
}

function nameOf(element: Element | null): string {
  return (element?.textContent ?? "").replaceAll(/\s+/g, " ").trim();
}
