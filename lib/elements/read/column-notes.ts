/*
 * What is stated about columns in addition to values: units and value types. Of the simple answers only the array form has them; for the
 * map form they come from the service's raw answer (units/stated-units.ts). A column keeps a statement only when all values agree on it; a
 * table must not claim more than the answer.
 */
import type { Statement } from "../units/stated-units.ts";

class Statements {
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

  complete(column: number, { unit, valueType }: Statement): void {
    this.#units.complete(column, unit);
    this.#valueTypes.complete(column, valueType);
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
