/** Account, service, Cloud with a model, export. Without imports, because client code uses it. */
export const FIRST_STEPS = 4;
