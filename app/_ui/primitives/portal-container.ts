/**
 * Where menus and tooltips are put: in the page's main landmark, so that nothing on the page stands outside a landmark.
 * Null on the server and on a page without one; Radix then takes the body.
 */
export function portalContainer(): HTMLElement | null {
  return typeof document === "undefined" ? null : document.getElementById("main");
}
