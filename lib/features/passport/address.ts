/** Reads and writes a passport's view in its address. Any address gives a valid view; decides nothing about models or columns. */
import { SEARCH_MAX, SHOWN, SORTS, modelRefSchema, type ModelRef, type PassportView } from "./schema.ts";

/** Reads the parameters of an address as Next gives them; unusable ones are ignored. */
export function readPassportView(
  params: Readonly<Record<string, string | string[] | undefined>>,
): PassportView {
  const textOf = (name: string): string => {
    const value = params[name];
    return typeof value === "string" ? value : "";
  };
  const against = modelRefSchema.safeParse(textOf("with"));
  const sortText = textOf("sort");
  const sort = SORTS.find((entry) => entry === sortText.replace(/^-/, ""));
  const shown = SHOWN.find((entry) => entry === textOf("show")) ?? "all";
  const page = textOf("page");
  const isCompared = against.success;
  return {
    against: isCompared ? against.data : null,
    search: textOf("q").trim().slice(0, SEARCH_MAX).toWellFormed(),
    // Without a second model there are no differences to show or sort by.
    shown: isCompared || shown === "unfilled" ? shown : "all",
    sort: sort === undefined || (sort === "delta" && !isCompared) ? "model" : sort,
    isDescending: sort !== undefined && sort !== "model" && sortText.startsWith("-"),
    page: /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1,
  };
}

/** The parameters of a class's passport, without defaults. */
export function writePassportView(ifcClass: string, view: PassportView): URLSearchParams {
  const params = new URLSearchParams();
  if (ifcClass !== "") params.set("type", ifcClass);
  if (view.against !== null) params.set("with", writeModelRef(view.against));
  if (view.search !== "") params.set("q", view.search);
  if (view.shown !== "all") params.set("show", view.shown);
  if (view.sort !== "model") params.set("sort", (view.isDescending ? "-" : "") + view.sort);
  if (view.page > 1) params.set("page", String(view.page));
  return params;
}

/** A model as written in an address. */
export function writeModelRef({ projectId, modelId }: ModelRef): string {
  return `${projectId}~${String(modelId)}`;
}
