/**
 * How often a test repeats one guarantee with other values. `npm test` takes a share, which reaches every rule; `npm run proof -- repeats`
 * takes all, in the files that import this one.
 */
const EVERYTHING = "PORTICO_ALL_REPEATS";

/**
 * @param all how many make up the guarantee's full range; `npm test` takes a tenth, or `atLeast`
 * @param share one of how many `npm test` takes: of tens of thousands of random values a tenth is more than reaches every rule
 */
export function repeatsOf(all: number, atLeast = 0, share = 10): number {
  return process.env[EVERYTHING] === "1" ? all : Math.max(Math.ceil(all / share), atLeast);
}
