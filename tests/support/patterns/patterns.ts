/** Every regular expression of the product, found in the sources: literals, and `RegExp` calls. */
import { readFileSync } from "node:fs";
import ts from "typescript";

export type FoundPattern = { place: string; source: string; flags: string };

/** The patterns of files, and the places of those whose text the file alone does not determine. */
export function findPatterns(files: readonly string[]): { patterns: FoundPattern[]; unreadable: string[] } {
  const patterns: FoundPattern[] = [];
  const unreadable: string[] = [];
  for (const file of files) {
    const tree = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
    const visit = (node: ts.Node): void => {
      const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      const place = `${file}:${String(line)}`;
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf("/");
        patterns.push({ place, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
      } else if (isMaking(node)) {
        const [source, flags = ""] = (node.arguments ?? []).map((given) => textOf(given, tree));
        if (source === undefined || source === null || flags === null) unreadable.push(place);
        else patterns.push({ place, source, flags });
      }
      node.forEachChild(visit);
    };
    visit(tree);
  }
  return { patterns, unreadable };
}

function isMaking(node: ts.Node): node is ts.NewExpression | ts.CallExpression {
  return (
    (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === "RegExp"
  );
}

/** The value of an expression of literals and the file's own constants; null for any other. */
function textOf(node: ts.Expression, tree: ts.SourceFile): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTaggedTemplateExpression(node)) {
    return node.tag.getText(tree) === "String.raw" ? templateText(node.template, tree, "rawText") : null;
  }
  if (ts.isTemplateExpression(node)) return templateText(node, tree, "text");
  if (!ts.isIdentifier(node)) return null;
  const said = tree.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations])
    .find(({ name }) => ts.isIdentifier(name) && name.text === node.text);
  return said?.initializer === undefined ? null : textOf(said.initializer, tree);
}

function templateText(
  template: ts.TemplateLiteral,
  tree: ts.SourceFile,
  as: "text" | "rawText",
): string | null {
  if (!ts.isTemplateExpression(template)) return template[as] ?? null;
  let text = template.head[as] ?? "";
  for (const { expression, literal } of template.templateSpans) {
    const value = textOf(expression, tree);
    if (value === null) return null;
    text += value + (literal[as] ?? "");
  }
  return text;
}
