/*
 * The errors for an answer that exceeds a limit of tables, each with its own code. The messages say what to do. The code that finds the
 * excess calls these functions; the limits themselves are in limits.ts.
 */
import { kept } from "#lib/core/language/kept-texts.ts";
import { ElementsError } from "../errors.ts";

/** Where the part of the answer being read begins. */
type Stretch = { readonly base: number };

/** @throws ElementsError TOO_DEEP */
export function tooDeep(window: Stretch, at: number, depthMax: number): never {
  throw new ElementsError(
    "TOO_DEEP",
    kept(
      "The answer nests more than {max} lists and objects in each other at byte {offset}, which no building model needs. Try again; if this happens again, report it to the service's operator.",
      { max: depthMax, offset: window.base + at },
    ),
    { offset: window.base + at, depthMax },
  );
}

/** @throws ElementsError CELL_TOO_LARGE */
export function cellTooLarge(window: Stretch, at: number, cellBytesMax: number): never {
  throw new ElementsError(
    "CELL_TOO_LARGE",
    kept(
      "The value at byte {offset} of the answer is larger than {max} bytes, the most that one cell may hold. Remove that property from the model, or ask for another IFC class.",
      { offset: window.base + at, max: cellBytesMax },
    ),
    { offset: window.base + at, cellBytesMax },
  );
}

/** @throws ElementsError NAME_TOO_LARGE */
export function nameTooLarge(window: Stretch, at: number, nameBytesMax: number): never {
  throw new ElementsError(
    "NAME_TOO_LARGE",
    kept(
      "The name at byte {offset} of the answer is longer than {max} bytes, the limit for names. Shorten it in the model, or ask for another IFC class.",
      { offset: window.base + at, max: nameBytesMax },
    ),
    { offset: window.base + at, nameBytesMax },
  );
}

/** @throws ElementsError ELEMENT_TOO_LARGE for the element that starts at the byte `offset` of the answer */
export function elementTooLarge(offset: number, elementBytesMax: number): never {
  throw new ElementsError(
    "ELEMENT_TOO_LARGE",
    kept(
      "The element at byte {offset} of the answer is larger than {max} bytes, the most that one element may have. Remove its largest properties from the model, or ask for another IFC class.",
      { offset, max: elementBytesMax },
    ),
    { offset, elementBytesMax },
  );
}

/** @throws ElementsError TOO_MANY_COLUMNS */
export function tooManyColumns(columnsMax: number): never {
  throw new ElementsError(
    "TOO_MANY_COLUMNS",
    kept(
      "The answer has more than {max} different properties, which no table can show. Ask for one IFC class only, or for a model with fewer property names.",
      { max: columnsMax },
    ),
    { columnsMax },
  );
}

/** @throws ElementsError TOO_MANY_ROWS */
export function tooManyRows(rowsMax: number): never {
  throw new ElementsError(
    "TOO_MANY_ROWS",
    kept(
      "The answer has more than {max} elements, the most that one table may hold. Ask for one IFC class only.",
      { max: rowsMax },
    ),
    { rowsMax },
  );
}
