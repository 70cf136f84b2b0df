/*
 * What is stated about columns in addition to values: units and value types. Of the simple answers only the array form has them; for the
 * map form they come from the service's raw answer (units/stated-units.ts). A column keeps a statement only when all values agree on it; a
 * table must not claim more than the answer.
 */

/** One kind of statement, by column number. */
export class Statements {
  readonly #byColumn = new Map<number, string | null | undefined>();

  /** Notes one value's statement (null: nothing stated). `undefined` in the map: statements differ. */
  note(column: number, statement: string | null): void {
    if (!this.#byColumn.has(column)) this.#byColumn.set(column, statement);
    else if (this.#byColumn.get(column) !== statement) this.#byColumn.set(column, undefined);
  }

  /** Adds a statement from elsewhere, unless the column has one already; `undefined`: statements differ. */
  complete(column: number, statement: string | null | undefined): void {
    const known = this.#byColumn.get(column);
    if (known === null || !this.#byColumn.has(column)) this.#byColumn.set(column, statement);
  }

  /** The statement of all values of a column; null where there is none, or they differ. */
  agreed(column: number): string | null {
    return this.#byColumn.get(column) ?? null;
  }

  /** Columns whose values state different things. */
  conflicts(): number[] {
    return [...this.#byColumn].filter(([, statement]) => statement === undefined).map(([column]) => column);
  }
}
