/** Two doors of two classes that differ by a suffix, one wall, names that look like the wire's own; and the expected answers for them. */
import { stepFileOf } from "./step-file.ts";

const ID = {
  exact: "0000000000000000000DO1",
  standard: "0000000000000000000DO2",
  wall: "0000000000000000000WA1",
};

export const DOORS_IFC = stepFileOf(`
#1=IFCDOOR('${ID.exact}',$,'Exact','{"attributes":{',$,$,$,'T-1',2.1,$,$,$,$);
#2=IFCDOORSTANDARDCASE('${ID.standard}',$,'Standard',$,$,$,$,$,2.,$,$,$,$);
#3=IFCWALL('${ID.wall}',$,'},"x":{',$,$,$,$,$,$);
#4=IFCPROPERTYSET('0000000000000000000PS1',$,'Pset_DoorCommon',$,(#5,#6));
#5=IFCPROPERTYSINGLEVALUE('IsExternal',$,IFCBOOLEAN(.T.),$);
#6=IFCPROPERTYSINGLEVALUE('FireRating',$,IFCLABEL('EI30'),$);
#7=IFCRELDEFINESBYPROPERTIES('0000000000000000000RE1',$,$,$,(#1,#2),#4);
`);

const SETS = { Pset_DoorCommon: { IsExternal: true, FireRating: "EI30" } };

export const EXACT_DOOR = {
  [ID.exact]: {
    attributes: { Name: "Exact", Description: '{"attributes":{', Tag: "T-1", OverallHeight: 2.1 },
    ...SETS,
  },
};

export const STANDARD_DOOR = {
  [ID.standard]: { attributes: { Name: "Standard", OverallHeight: 2 }, ...SETS },
};

export const WALL_OF_DOORS = { [ID.wall]: { attributes: { Name: '},"x":{' } } };
