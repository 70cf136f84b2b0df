/*
 * The limits of tables, and the errors for an answer that exceeds one or is not one whole JSON object or list. All messages say what to do.
 * No limit may be infinite, because the answer comes from outside and these figures alone bound the memory.
 */
import { kept } from "#lib/core/language/kept-texts.ts";
import { ElementsError, type ElementsErrorCode } from "../errors.ts";

type Excess = Extract<
  ElementsErrorCode,
  | "TOO_DEEP"
  | "CELL_TOO_LARGE"
  | "NAME_TOO_LARGE"
  | "ELEMENT_TOO_LARGE"
  | "TOO_MANY_COLUMNS"
  | "TOO_MANY_ROWS"
>;

/** What each excess says; `offset` is the byte of the answer. */
const EXCESSES: Record<Excess, (values: { max: number; offset: number }) => string> = {
  TOO_DEEP: (values) =>
    kept(
      "The answer nests more than {max} lists and objects in each other at byte {offset}, which no building model needs. Try again; if this happens again, report it to the service's operator.",
      values,
    ),
  CELL_TOO_LARGE: (values) =>
    kept(
      "The value at byte {offset} of the answer is larger than {max} bytes, the most that one cell may hold. Remove that property from the model, or ask for another IFC class.",
      values,
    ),
  NAME_TOO_LARGE: (values) =>
    kept(
      "The name at byte {offset} of the answer is longer than {max} bytes, the limit for names. Shorten it in the model, or ask for another IFC class.",
      values,
    ),
  ELEMENT_TOO_LARGE: (values) =>
    kept(
      "The element at byte {offset} of the answer is larger than {max} bytes, the most that one element may have. Remove its largest properties from the model, or ask for another IFC class.",
      values,
    ),
  TOO_MANY_COLUMNS: (values) =>
    kept(
      "The answer has more than {max} different properties, which no table can show. Ask for one IFC class only, or for a model with fewer property names.",
      values,
    ),
  TOO_MANY_ROWS: (values) =>
    kept(
      "The answer has more than {max} elements, the most that one table may hold. Ask for one IFC class only.",
      values,
    ),
};

/**
 * @param offset the byte of the answer where the excess begins, for those at one place
 * @throws ElementsError of this code
 */
export function exceeds(code: Excess, max: number, offset = 0): never {
  throw new ElementsError(code, EXCESSES[code]({ max, offset }));
}

export interface ElementLimits {
  /** Bytes of one element in the answer; the reader's window grows at most to this. */
  readonly elementBytesMax: number;
  /** Bytes of one value as it is stored: text decoded, lists and objects as JSON text. */
  readonly cellBytesMax: number;
  /** Bytes of one GlobalId, set name or property name. */
  readonly nameBytesMax: number;
  readonly columnsMax: number;
  readonly rowsMax: number;
  /** Nesting depth of brackets, those of the answer itself included. */
  readonly depthMax: number;
  /** Bytes collected before parsing starts; tests use small values to cut the answer everywhere. */
  readonly windowBytes: number;
}

export const DEFAULT_LIMITS: ElementLimits = {
  elementBytesMax: 64 * 1024 * 1024,
  cellBytesMax: 10_000_000,
  nameBytesMax: 1024,
  columnsMax: 50_000,
  rowsMax: 2 ** 31 - 1,
  depthMax: 64,
  windowBytes: 256 * 1024,
};

/** @throws ElementsError TRUNCATED for an answer that ends after `bytes` bytes */
export function truncated(bytes: number): never {
  throw new ElementsError(
    "TRUNCATED",
    bytes === 0
      ? kept(
          "The service's answer is empty; nothing was kept. Try again; if this happens again, report it to the service's operator.",
        )
      : kept(
          "The service's answer was cut off after {bytes} bytes; nothing was kept. Try again; if this happens again, the service or a proxy cuts long answers.",
          { bytes },
        ),
  );
}

/** @throws ElementsError TRAILING_DATA for an answer that continues at `offset` */
export function trailingData(offset: number): never {
  throw new ElementsError(
    "TRAILING_DATA",
    kept(
      "The service's answer has more data after its end, at byte {offset}. Nothing was kept. Try again. If this happens again, report it to the service's operator.",
      { offset },
    ),
  );
}

/** @throws ElementsError NOT_JSON for an answer that begins with this byte */
export function notJson(firstByte: number): never {
  throw new ElementsError(
    "NOT_JSON",
    firstByte === 0x3c
      ? kept(
          "The service answered with a web page instead of elements, usually from a sign-in page or a proxy. Check the connection's base address and that this server may reach it directly.",
        )
      : kept(
          "The service's answer is not a JSON list of elements. Check that the connection's base address is the service's.",
        ),
  );
}
