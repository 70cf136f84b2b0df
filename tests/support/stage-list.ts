/** The stages of npm test, what each runs, and which of them run beside each other. */

/** Stage → commands of node_modules/.bin; all must end with 0. */
export const CHECKS: Readonly<Record<string, readonly string[][]>> = {
  unused: [["knip", "--no-progress"]],
  layers: [["depcruise", "app", "lib", "tests", "instrumentation.ts", "--config", ".dependency-cruiser.cjs"]],
  format: [["oxfmt", "--check"]],
  // Route types and next-env.d.ts do not exist on a fresh clone. The name tsc belongs to TypeScript 6 (docs/decisions/0087).
  types: [
    ["next", "typegen"],
    ["../typescript-7/bin/tsc", "--noEmit"],
  ],
  lint: [["oxlint"]],
};

/** Projects of Playwright's runner; all others are vitest's. */
const BROWSER_STAGES = ["e2e", "products"];

/** They call one running product; the first only reads. */
export const PRODUCT_STAGES: readonly string[] = ["contract", "operations"];

/**
 * What runs beside each other: the stages of a lane run one after another, the lanes of a phase at the same time, the phases in turn. A
 * mistake is found soonest by the first phase. Integration and browser tests each keep two cores busy by themselves, and would only
 * slow each other down. Stages that wait for a build, a start or a lock share a phase with others.
 */
export const PHASES: readonly (readonly string[])[][] = [
  Object.keys(CHECKS).map((check) => [check]),
  [["integration"], [...PRODUCT_STAGES]],
  [["products"], ["architecture", "unit"]],
  [["e2e"]],
];

/** All stages, in the order in which they begin. */
export const STAGES: readonly string[] = PHASES.flat(2);

/** Whether the stage needs Chromium. */
export const isBrowserStage = (stage: string): boolean => BROWSER_STAGES.includes(stage);

/** Whether the stage needs the production build. */
export const needsBuild = (stage: string): boolean => isBrowserStage(stage) || PRODUCT_STAGES.includes(stage);
