/*
 * The parts of a workbook other than its sheets (ECMA-376 part 2 and SpreadsheetML): types, relations, list of sheets, styles. They contain
 * no date and no author, so that the same table makes the same file. And the initial widths of a sheet's columns, in the spreadsheet's own
 * unit of about one digit (part 1, 18.3.1.13).
 */
import { xmlText } from "./cells.ts";

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/**
 * Begins a sheet whose first rows are frozen.
 * @param widths of the columns in characters
 */
export function sheetStart(frozenRows: number, widths: readonly number[]): string {
  const pane =
    frozenRows === 0
      ? ""
      : `<pane ySplit="${String(frozenRows)}" topLeftCell="A${String(frozenRows + 1)}" activePane="bottomLeft" state="frozen"/>`;
  const cols = widths.map((width, i) => {
    const number = String(i + 1);
    return `<col min="${number}" max="${number}" width="${String(width)}" customWidth="1"/>`;
  });
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols>${cols.join("")}</cols><sheetData>`;
}

/** Ends a sheet. @param filtered the range of the filter, headings and rows, as `A1:C20`; null: no filter */
export function sheetEnd(filtered: string | null): string {
  const filter = filtered === null ? "" : `<autoFilter ref="${filtered}"/>`;
  return `</sheetData>${filter}</worksheet>`;
}

/** A sheet's path in the archive; sheets count from 1. */
export function sheetPath(number: number): string {
  return `xl/worksheets/sheet${String(number)}.xml`;
}

/** Path and content of every part other than the sheets. @param names of the sheets in order, up to 31 characters each */
export function workbookParts(names: readonly string[]): [path: string, content: string][] {
  const numbers = names.map((_, i) => String(i + 1));
  const styles = String(names.length + 1);
  return [
    [
      "xl/workbook.xml",
      `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${names
        .map(
          (name, i) =>
            `<sheet name="${xmlText(name)}" sheetId="${String(i + 1)}" r:id="rId${String(i + 1)}"/>`,
        )
        .join("")}</sheets></workbook>`,
    ],
    [
      "xl/_rels/workbook.xml.rels",
      `${HEAD}<Relationships xmlns="${RELATIONS}">${numbers
        .map(
          (number) =>
            `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
        )
        .join(
          "",
        )}<Relationship Id="rId${styles}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    ],
    [
      "xl/styles.xml",
      `${HEAD}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>` +
        `<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>` +
        `<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>` +
        `<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>` +
        `<cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
        `<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs>` +
        `<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
    ],
    [
      "_rels/.rels",
      `${HEAD}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      "[Content_Types].xml",
      `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>` +
        `<Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>${numbers
          .map(
            (number) =>
              `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPES}.worksheet+xml"/>`,
          )
          .join("")}</Types>`,
    ],
  ];
}

const WIDTH_MIN = 8;
const WIDTH_MAX = 60;

/** The width of a column whose longest text has this many characters. */
export function widthFor(length: number): number {
  return Math.min(Math.max(length + 1, WIDTH_MIN), WIDTH_MAX);
}
