/** Which passport a page shows. */
export type PassportPlace = {
  path: string;
  ids: { cloudId: string; projectId: string; modelId: number };
  ifcClass: string;
};
