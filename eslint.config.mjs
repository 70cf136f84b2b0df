import nextPlugin from "@next/eslint-plugin-next";
import reactHooks from "eslint-plugin-react-hooks";
import { defineConfig } from "eslint/config";
import tseslint from "typescript-eslint";

// A rule's options are replaced, not merged, by a later block. So every block names all of its bans, from these lists.
const bannedEverywhere = [
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

const environmentOutsideCore = [
  {
    selector: "MemberExpression[object.name='process'][property.name='env']",
    message:
      "Read configuration with getEnv() of lib/core/env.ts: it is parsed, documented and tested there.",
  },
  {
    selector: "MemberExpression[object.name='process'][property.value='env']",
    message:
      "Read configuration with getEnv() of lib/core/env.ts: it is parsed, documented and tested there.",
  },
  {
    selector: "ImportDeclaration[source.value=/^(node:)?process$/]",
    message:
      "Read configuration with getEnv() of lib/core/env.ts: it is parsed, documented and tested there.",
  },
];

const TOLD = 'A person reads this: write t("…"), so that it is in the catalogue (docs/decisions/0045).';
const NAMING =
  "/^(label|title|hint|placeholder|aria-label|alt|heading|description|pendingText|reason|note|empty|detail|lead|foot|caption|summary|help|question)$/";
// A word, but no name of a thing that is the same in every language.
const WORD = "/^(?!\\s*(Portico\\s*$|Ifc[A-Z]|· SHA-256)).*\\p{L}{2}/su";
const untoldTexts = [
  `JSXText[value=${WORD}]`,
  `JSXAttribute[name.name=${NAMING}] > Literal[value=${WORD}]`,
  `JSXAttribute[name.name=${NAMING}] > JSXExpressionContainer > TemplateLiteral > TemplateElement[value.raw=${WORD}]`,
  `JSXAttribute[name.name=${NAMING}] > JSXExpressionContainer > ConditionalExpression > Literal[value=${WORD}]`,
  `JSXElement > JSXExpressionContainer > Literal[value=${WORD}]`,
  `JSXElement > JSXExpressionContainer > ConditionalExpression > Literal[value=${WORD}]`,
].map((selector) => ({ selector, message: TOLD }));

const NAMES_OF_OTHERS =
  "/^(name|fileName|modelName|projectName|cloudName|connectionName|actorName|viewName|description|typed|recipient|property|sample)$/";
// Elements of the design system ask it themselves for what they are given.
const unmarkedNames = [
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

const untruthfulTests = [
  {
    selector:
      "MemberExpression[object.name=/^(it|test|describe)$/][property.name=/^(skip|only|todo|fails)$/]",
    message: "A test runs and can fail, or it is deleted.",
  },
];

const fetchOutsideHttp = {
  name: "fetch",
  message:
    "Calls to the outside go through lib/http: deadline, retries, size limits and redaction are there.",
};

const typeScriptFiles = ["**/*.{ts,tsx}"];

export default defineConfig(
  {
    ignores: [
      "node_modules",
      ".next",
      ".data",
      "**/generated",
      "next-env.d.ts",
      "tests/fixtures",
      "test-results",
    ],
  },
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: "error" } },
  {
    rules: {
      "max-lines": ["error", 400],
      "no-restricted-syntax": ["error", ...bannedEverywhere],
      eqeqeq: "error",
      "no-var": "error",
      "prefer-const": "error",
    },
  },
  {
    files: typeScriptFiles,
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/ban-ts-comment": ["error", { minimumDescriptionLength: 1000 }],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      // Called deprecated only to stand out; lib/http lets plain http lead to this machine and private networks alone.
      "@typescript-eslint/no-deprecated": [
        "error",
        { allow: [{ from: "package", package: "openid-client", name: "allowInsecureRequests" }] },
      ],
      // A number has one text form; only objects and nullish values make misleading texts.
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      // Code points are what the product counts and compares; nobody's name is cut into letters.
      "@typescript-eslint/no-misused-spread": ["error", { allow: ["string"] }],
      // An index type says nothing about which keys exist; noUncheckedIndexedAccess already asks for the check.
      "@typescript-eslint/no-dynamic-delete": "off",
    },
  },
  {
    files: ["app/**", "lib/**", "instrumentation.ts"],
    rules: {
      "no-console": "error",
      "no-restricted-syntax": ["error", ...bannedEverywhere, ...environmentOutsideCore],
      "no-restricted-globals": ["error", fetchOutsideHttp],
    },
  },
  {
    files: ["lib/core/env.ts", "lib/boot/**", "instrumentation.ts"],
    rules: { "no-restricted-syntax": ["error", ...bannedEverywhere] },
  },
  {
    files: ["lib/http/**", "lib/boot/**"],
    rules: { "no-restricted-globals": "off" },
  },
  {
    files: ["tests/**"],
    rules: { "no-restricted-syntax": ["error", ...bannedEverywhere, ...untruthfulTests] },
  },
  {
    files: ["tests/**/*.{ts,tsx}"],
    rules: {
      // Matchers such as expect.stringContaining() are typed any.
      "@typescript-eslint/no-unsafe-assignment": "off",
      // Marked as deprecated only to stand out; tests speak plain HTTP on this machine.
      "@typescript-eslint/no-deprecated": [
        "error",
        {
          allow: ["openid-client", "oauth4webapi"].map((name) => ({
            from: "package",
            package: name,
            name: "allowInsecureRequests",
          })),
        },
      ],
    },
  },
  {
    files: ["app/**/*.tsx"],
    rules: {
      "no-restricted-syntax": [
        "error",
        ...bannedEverywhere,
        ...environmentOutsideCore,
        ...untoldTexts,
        ...unmarkedNames,
      ],
    },
  },
  {
    files: ["app/**/*.{ts,tsx}"],
    extends: [reactHooks.configs.flat.recommended, nextPlugin.configs["core-web-vitals"]],
    rules: {
      // Warns of what the React Compiler cannot memoize (TanStack Virtual). The compiler is off.
      "react-hooks/incompatible-library": "off",
    },
  },
  {
    // These links are answered by a route handler that redirects to the identity provider, so a full load is meant. The rule
    // takes every address of the site for a page since @crumbs/[...path] stands beside the pages.
    files: ["app/(auth)/confirmed/page.tsx", "app/(auth)/sign-in/_components/provider-sign-in.tsx"],
    rules: { "@next/next/no-html-link-for-pages": "off" },
  },
);
