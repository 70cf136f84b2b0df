/*
 * The refusals of an answer that is larger than a table may be, each by its own code. Sentences say what to do about it.
 * Whoever finds a limit passed calls these; they must not decide what the limits are (limits.ts).
 */
import { ElementsError } from "./errors.ts";
import type { JsonWindow } from "./json-bytes.ts";

/** @throws ElementsError TOO_DEEP */
export function tooDeep(window: JsonWindow, at: number, depthMax: number): never {
  throw new ElementsError(
    "TOO_DEEP",
    `The answer nests more than ${depthMax} lists and objects in each other at byte ${window.base + at}, which no building model needs. ` +
      "Ask again; if it stays so, report it to the service's operator.",
    { offset: window.base + at, depthMax },
  );
}

/** @throws ElementsError CELL_TOO_LARGE */
export function cellTooLarge(window: JsonWindow, at: number, cellBytesMax: number): never {
  throw new ElementsError(
    "CELL_TOO_LARGE",
    `The value at byte ${window.base + at} of the answer is larger than ${cellBytesMax} bytes, the most that one cell may hold. ` +
      "Remove that property from the model, or ask for another IFC class.",
    { offset: window.base + at, cellBytesMax },
  );
}

/** @throws ElementsError NAME_TOO_LARGE */
export function nameTooLarge(window: JsonWindow, at: number, nameBytesMax: number): never {
  throw new ElementsError(
    "NAME_TOO_LARGE",
    `The name at byte ${window.base + at} of the answer is longer than ${nameBytesMax} bytes, the most that a GlobalId, a set or a property may have. ` +
      "Shorten it in the model, or ask for another IFC class.",
    { offset: window.base + at, nameBytesMax },
  );
}

/** @throws ElementsError ELEMENT_TOO_LARGE for the element that starts at the byte `offset` of the answer */
export function elementTooLarge(offset: number, elementBytesMax: number): never {
  throw new ElementsError(
    "ELEMENT_TOO_LARGE",
    `The element at byte ${offset} of the answer is larger than ${elementBytesMax} bytes, the most that one element may have. ` +
      "Remove its largest properties from the model, or ask for another IFC class.",
    { offset, elementBytesMax },
  );
}

/** @throws ElementsError TOO_MANY_COLUMNS */
export function tooManyColumns(columnsMax: number): never {
  throw new ElementsError(
    "TOO_MANY_COLUMNS",
    `The answer has more than ${columnsMax} different properties, which no table can show. ` +
      "Ask for one IFC class only, or for a model whose property names are not made up per element.",
    { columnsMax },
  );
}

/** @throws ElementsError TOO_MANY_ROWS */
export function tooManyRows(rowsMax: number): never {
  throw new ElementsError(
    "TOO_MANY_ROWS",
    `The answer has more than ${rowsMax} elements, the most that one table may hold. Ask for one IFC class only.`,
    { rowsMax },
  );
}
