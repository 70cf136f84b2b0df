import { defineConfig } from "oxlint";

type Ban = { selector: string; message: string };

// A rule's options are replaced, not merged, by a later block. So every block names all of its bans, from these lists.
const bannedEverywhere: Ban[] = [
  {
    selector: "MemberExpression[property.name=/^\\$(query|execute)RawUnsafe$/]",
    message: "Use $queryRaw or $executeRaw with a template literal: its values become parameters.",
  },
  {
    selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']",
    message: "Text from a service, a file or a person must never become markup. Render it as text.",
  },
  {
    selector: "SpreadElement > ObjectExpression.argument",
    message: "Write the properties themselves: a literal inside a literal only hides how long it is.",
  },
];

const environmentOutsideCore: Ban[] = [
  "MemberExpression[object.name='process'][property.name='env']",
  "MemberExpression[object.name='process'][property.value='env']",
  "ImportDeclaration[source.value=/^(node:)?process$/]",
].map((selector) => ({
  selector,
  message: "Read configuration with getEnv() of lib/core/env.ts: it is parsed, documented and tested there.",
}));

const NAMING =
  "/^(label|title|hint|placeholder|aria-label|alt|heading|description|pendingText|reason|note|empty|detail|lead|foot|caption|summary|help|question)$/";
// A word, but no name of a thing that is the same in every language.
const WORD = "/^(?!\\s*(Portico\\s*$|Ifc[A-Z]|· SHA-256)).*\\p{L}{2}/su";
const untoldTexts: Ban[] = [
  `JSXText[value=${WORD}]`,
  `JSXAttribute[name.name=${NAMING}] > Literal[value=${WORD}]`,
  `JSXAttribute[name.name=${NAMING}] > JSXExpressionContainer > TemplateLiteral > TemplateElement[value.raw=${WORD}]`,
  `JSXAttribute[name.name=${NAMING}] > JSXExpressionContainer > ConditionalExpression > Literal[value=${WORD}]`,
  `JSXElement > JSXExpressionContainer > Literal[value=${WORD}]`,
  `JSXElement > JSXExpressionContainer > ConditionalExpression > Literal[value=${WORD}]`,
].map((selector) => ({
  selector,
  message: 'A person reads this: write t("…"), so that it is in the catalogue (docs/decisions/0045).',
}));

const NAMES_OF_OTHERS =
  "/^(name|fileName|modelName|projectName|cloudName|connectionName|actorName|viewName|description|typed|recipient|property|sample)$/";
// Elements of the design system ask it themselves for what they are given.
const unmarkedNames: Ban[] = [
  "JSXElement[openingElement.name.name=/^(?!text$)[a-z]/] > JSXExpressionContainer",
  "JSXFragment > JSXExpressionContainer",
  "JSXOpeningElement[name.name=/^[a-z]/] > JSXAttribute[name.name=/^(title|aria-label)$/] > JSXExpressionContainer",
]
  .flatMap((place) => [place, `${place} > :matches(LogicalExpression, ConditionalExpression)`])
  .flatMap((place) => [
    `${place} > MemberExpression[property.name=${NAMES_OF_OTHERS}]`,
    `${place} > Identifier[name=${NAMES_OF_OTHERS}]`,
  ])
  .map((selector) => ({
    selector,
    message:
      "Other people type this: marked(…) of app/_ui/marked.ts marks what would turn the reading direction.",
  }));

const untruthfulTests: Ban[] = [
  {
    selector:
      "MemberExpression[object.name=/^(it|test|describe)$/][property.name=/^(skip|only|todo|fails)$/]",
    message: "A test runs and can fail, or it is deleted.",
  },
];

/** ESLint's own rule, which takes selectors; oxlint has none of this kind. */
const ban = (...lists: Ban[][]): { "eslint-js/no-restricted-syntax": ["error", ...Ban[]] } => ({
  "eslint-js/no-restricted-syntax": ["error", ...lists.flat()],
});

/** The rules of a plugin, as errors. */
const errors = (plugin: string, names: string[]) =>
  Object.fromEntries(names.map((name) => [`${plugin}/${name}`, "error" as const]));

// What typescript-eslint calls strict-type-checked, by name: a category of oxlint may change with its version.
const strictTypeChecked = {
  ...errors("eslint", ["no-array-constructor", "no-unused-expressions", "no-useless-constructor"]),
  ...errors("eslint", ["prefer-rest-params", "prefer-spread"]),
  ...errors("typescript", [
    // Promises and errors
    ...["await-thenable", "no-floating-promises", "no-misused-promises", "require-await"],
    ...["only-throw-error", "prefer-promise-reject-errors", "use-unknown-in-catch-callback-variable"],
    // Where types end
    ...["no-explicit-any", "no-unsafe-argument", "no-unsafe-assignment", "no-unsafe-call"],
    ...["no-unsafe-declaration-merging", "no-unsafe-enum-comparison", "no-unsafe-function-type"],
    ...["no-unsafe-member-access", "no-unsafe-return", "no-unsafe-unary-minus", "no-non-null-assertion"],
    ...["no-extra-non-null-assertion", "no-non-null-asserted-nullish-coalescing"],
    ...["no-non-null-asserted-optional-chain", "no-implied-eval", "unbound-method"],
    // What changes nothing
    ...["no-duplicate-type-constituents", "no-redundant-type-constituents", "no-meaningless-void-operator"],
    ...["no-unnecessary-boolean-literal-compare", "no-unnecessary-condition"],
    ...["no-unnecessary-template-expression", "no-unnecessary-type-arguments"],
    ...["no-unnecessary-type-assertion", "no-unnecessary-type-constraint"],
    ...["no-unnecessary-type-conversion", "no-unnecessary-type-parameters", "no-useless-default-assignment"],
    // What means something else
    ...["no-array-delete", "no-base-to-string", "no-empty-object-type", "no-for-in-array"],
    ...["no-generated-empty-object-type", "no-invalid-void-type", "no-misused-new", "no-this-alias"],
    ...["no-wrapper-object-types", "related-getter-setter-pairs", "unified-signatures"],
    // One form of each thing
    ...["no-duplicate-enum-values", "no-mixed-enums", "prefer-literal-enum-member", "no-extraneous-class"],
    ...["no-namespace", "prefer-namespace-keyword", "no-require-imports", "triple-slash-reference"],
    ...["prefer-as-const", "prefer-reduce-type-parameter", "prefer-return-this-type"],
  ]),
};

// The rules of hooks and of the React Compiler. One is left out: incompatible-library warns of what the compiler cannot memoize
// (TanStack Virtual), and the compiler is off.
const reactHooks = errors("react", [
  ...["rules-of-hooks", "exhaustive-deps", "static-components", "use-memo", "preserve-manual-memoization"],
  ...["immutability", "globals", "refs", "set-state-in-effect", "error-boundaries", "purity"],
  ...["set-state-in-render", "unsupported-syntax"],
]);

const nextCoreWebVitals = errors("nextjs", [
  ...["google-font-display", "google-font-preconnect", "inline-script-id", "next-script-for-ga"],
  ...["no-assign-module-variable", "no-async-client-component", "no-css-tags", "no-typos"],
  ...["no-before-interactive-script-outside-document", "no-document-import-in-page", "no-duplicate-head"],
  ...["no-head-element", "no-head-import-in-document", "no-html-link-for-pages", "no-img-element"],
  ...["no-page-custom-font", "no-script-component-in-head", "no-styled-jsx-in-document"],
  ...["no-sync-scripts", "no-title-in-document-head", "no-unwanted-polyfillio"],
]);

const insecureRequests = (...packages: string[]) =>
  packages.map((name) => ({ from: "package" as const, package: name, name: "allowInsecureRequests" }));

export default defineConfig({
  plugins: ["typescript", "react", "nextjs"],
  jsPlugins: [{ name: "eslint-js", specifier: "oxlint-plugin-eslint" }],
  categories: { correctness: "off" },
  // A comment switches off no rule: tests/architecture/lint.test.ts finds none of oxlint's own.
  options: {
    typeAware: true,
    denyWarnings: true,
    reportUnusedDisableDirectives: "error",
    respectEslintDisableDirectives: false,
  },
  ignorePatterns: [
    "node_modules",
    ".next",
    ".data",
    "**/generated",
    "next-env.d.ts",
    "tests/fixtures",
    "test-results",
  ],
  rules: {
    "max-lines": ["error", 400],
    eqeqeq: "error",
    "no-var": "error",
    "prefer-const": "error",
    ...ban(bannedEverywhere),
  },
  overrides: [
    {
      files: ["**/*.{ts,tsx}"],
      rules: {
        ...strictTypeChecked,
        // With an option, whichever: without any, oxlint lets a name pass that begins with a low line.
        "no-unused-vars": ["error", { args: "after-used" }],
        "typescript/restrict-plus-operands": [
          "error",
          {
            allowAny: false,
            allowBoolean: false,
            allowNullish: false,
            allowNumberAndString: false,
            allowRegExp: false,
          },
        ],
        "typescript/return-await": ["error", "error-handling-correctness-only"],
        "typescript/ban-ts-comment": ["error", { minimumDescriptionLength: 1000 }],
        "typescript/consistent-type-imports": "error",
        "typescript/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
        // Called deprecated only to stand out; lib/http lets plain http lead to this machine and private networks alone.
        "typescript/no-deprecated": ["error", { allow: insecureRequests("openid-client") }],
        // A number has one text form; objects make misleading texts.
        "typescript/restrict-template-expressions": ["error", { allowNumber: true }],
        "typescript/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
        // Code points are what the product counts and compares; nobody's name is cut into letters.
        "typescript/no-misused-spread": ["error", { allow: ["string"] }],
        // Left out: no-dynamic-delete. An index type says nothing about which keys exist; noUncheckedIndexedAccess already asks.
      },
    },
    {
      files: ["app/**", "lib/**", "instrumentation.ts"],
      rules: {
        "no-console": "error",
        ...ban(bannedEverywhere, environmentOutsideCore),
        "no-restricted-globals": [
          "error",
          {
            name: "fetch",
            message:
              "Calls to the outside go through lib/http: deadline, retries, size limits and redaction are there.",
          },
        ],
      },
    },
    {
      files: ["lib/core/env.ts", "lib/boot/**", "instrumentation.ts"],
      rules: ban(bannedEverywhere),
    },
    {
      files: ["lib/http/**", "lib/boot/**"],
      rules: { "no-restricted-globals": "off" },
    },
    {
      files: ["tests/**"],
      rules: ban(bannedEverywhere, untruthfulTests),
    },
    {
      files: ["tests/**/*.{ts,tsx}"],
      rules: {
        // Matchers such as expect.stringContaining() are typed any.
        "typescript/no-unsafe-assignment": "off",
        // Marked as deprecated only to stand out; tests speak plain HTTP on this machine.
        "typescript/no-deprecated": ["error", { allow: insecureRequests("openid-client", "oauth4webapi") }],
      },
    },
    {
      files: ["app/**/*.tsx"],
      rules: ban(bannedEverywhere, environmentOutsideCore, untoldTexts, unmarkedNames),
    },
    {
      files: ["app/**/*.{ts,tsx}"],
      rules: { ...reactHooks, ...nextCoreWebVitals },
    },
    {
      // These links are answered by a route handler that redirects to the identity provider, so a full load is meant. The rule
      // takes every address of the site for a page since @crumbs/[...path] stands beside the pages.
      files: ["app/(auth)/confirmed/page.tsx", "app/(auth)/sign-in/_components/provider-sign-in.tsx"],
      rules: { "nextjs/no-html-link-for-pages": "off" },
    },
  ],
});
