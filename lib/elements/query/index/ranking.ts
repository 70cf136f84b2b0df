/*
 * Sorts the distinct values of each column while an index is made, and writes the dictionary (index-format.ts). It works only inside
 * DuckDB: the stage's tables `v` (values) and `n` (plain numbers, values.ts) hold what came from the rows.
 */
import type { DuckDBConnection } from "@duckdb/node-api";

/** SQL for a plain number's text. */
const PLAIN_NUMBER = "CASE WHEN num = trunc(num) THEN num::BIGINT::VARCHAR ELSE num::VARCHAR END";

/**
 * Makes the stage's view `r`: the place of every code in its column. In columns with only plain numbers, numbers are compared as doubles,
 * which is fast; all other values are compared in full.
 */
export async function rankValues(connection: DuckDBConnection, stage: string): Promise<void> {
  const places = (before: string): string =>
    `(dense_rank() OVER w${before})::INTEGER AS place, rank() OVER w = row_number() OVER w AS leads`;
  await connection.run(`CREATE TABLE ${stage}.m AS SELECT DISTINCT col FROM ${stage}.v WHERE kind = 0`);
  await connection.run(
    `CREATE TABLE ${stage}.rn AS SELECT col, code, num, ${places("")} FROM ${stage}.n
      WHERE col NOT IN (SELECT col FROM ${stage}.m) WINDOW w AS (PARTITION BY col ORDER BY num)`,
  );
  await connection.run(
    `CREATE TABLE ${stage}.o AS SELECT col, max(place) AS numbers FROM ${stage}.rn GROUP BY col`,
  );
  await connection.run(
    `CREATE TABLE ${stage}.rv AS SELECT a.*, ${places(" + coalesce(o.numbers, 0)")}
       FROM (SELECT * FROM ${stage}.v UNION ALL
             SELECT col, code, 0, num, NULL, ${PLAIN_NUMBER}, NULL, false FROM ${stage}.n
              WHERE col IN (SELECT col FROM ${stage}.m)) AS a LEFT JOIN ${stage}.o AS o ON o.col = a.col
     WINDOW w AS (PARTITION BY a.col ORDER BY kind, num, coalesce(key, fold), coalesce(text, fold))`,
  );
  await connection.run(`DROP TABLE ${stage}.v`);
  await connection.run(`DROP TABLE ${stage}.n`);
  await connection.run(
    `CREATE VIEW ${stage}.r AS SELECT col, code, place FROM ${stage}.rn UNION ALL SELECT col, code, place FROM ${stage}.rv`,
  );
}

/** Writes the index's `d` and `s` from what `rankValues` made. */
export async function writeDictionary(
  connection: DuckDBConnection,
  { index, stage }: { readonly index: string; readonly stage: string },
): Promise<void> {
  await connection.run(
    `CREATE TABLE ${index}.d AS
       SELECT col, place AS code, 0::UTINYINT AS kind, num, NULL::VARCHAR AS key, ${PLAIN_NUMBER} AS fold, NULL::VARCHAR AS text,
              false AS rounded FROM ${stage}.rn WHERE leads
       UNION ALL SELECT col, place, kind, num, key, fold, text, rounded FROM ${stage}.rv WHERE leads`,
  );
  // A canonical number has no key, and matters only where its value has another spelling.
  await connection.run(
    `CREATE TABLE ${index}.s AS
       WITH c AS (SELECT DISTINCT col, num, key FROM ${index}.d WHERE kind = 0 AND key IS NOT NULL),
            g AS (SELECT d.col, d.code, min(d.code) OVER (PARTITION BY d.col, c.key) AS first FROM ${index}.d AS d
                    JOIN c ON c.col = d.col AND c.num = d.num AND c.key = coalesce(d.key, d.fold) WHERE d.kind = 0)
     SELECT col, code, first FROM g WHERE first < code ORDER BY col, code`,
  );
}
