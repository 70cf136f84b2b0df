/*
 * What an answer states about its columns beside the values: units and value types. Only the array form carries them.
 * One statement per column is kept only when all values agree on it; a table must not claim more than the answer does.
 */

class Statements {
  readonly #byColumn = new Map<number, string | null | undefined>();

  /** Notes one value's statement (null: nothing stated). `undefined` in the map means that statements differ. */
  note(column: number, statement: string | null): void {
    if (!this.#byColumn.has(column)) this.#byColumn.set(column, statement);
    else if (this.#byColumn.get(column) !== statement) this.#byColumn.set(column, undefined);
  }

  agreed(column: number): string | null {
    return this.#byColumn.get(column) ?? null;
  }

  conflicts(): number[] {
    return [...this.#byColumn].filter(([, statement]) => statement === undefined).map(([column]) => column);
  }
}

/** Units and value types by column number. */
export class ColumnNotes {
  readonly #units = new Statements();
  readonly #valueTypes = new Statements();

  note(column: number, unit: string | null, valueType: string | null): void {
    this.#units.note(column, unit);
    this.#valueTypes.note(column, valueType);
  }

  unit(column: number): string | null {
    return this.#units.agreed(column);
  }

  valueType(column: number): string | null {
    return this.#valueTypes.agreed(column);
  }

  /** Columns whose values state different units. */
  unitConflicts(): number[] {
    return this.#units.conflicts();
  }
}
