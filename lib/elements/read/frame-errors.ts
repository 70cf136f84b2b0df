/*
 * The errors for an answer that is not one whole JSON object or list. The messages say what to do. The reader of the frame calls these
 * functions; they must not read the answer themselves.
 */
import { kept } from "#lib/core/language/kept-texts.ts";
import { ElementsError } from "../errors.ts";

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
    { bytes },
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
    { offset },
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
    { firstByte },
  );
}
