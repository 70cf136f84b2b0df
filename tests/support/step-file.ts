/** A whole IFC4 file with these records, one a line. */
export const stepFileOf = (records: string): string => `ISO-10303-21;
HEADER;
FILE_DESCRIPTION((''),'2;1');
FILE_NAME('model.ifc','2026-11-21T08:00:00',(''),(''),'','','');
FILE_SCHEMA(('IFC4'));
ENDSEC;
DATA;
${records.trim()}
ENDSEC;
END-ISO-10303-21;
`;
