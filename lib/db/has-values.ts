/** Whether a row has these values already; for columns of plain values, not for dates and JSON. */
export function hasValues<Row extends object>(row: Row, values: Partial<Row>): boolean {
  return (Object.keys(values) as (keyof Row)[]).every((column) => row[column] === values[column]);
}
