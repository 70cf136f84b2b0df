import type { ReactNode } from "react";

// The elevation of a portico, drawn as an architect would: axes, steps, columns, entablature, dimensions in mm.
const AXES = [
  { x: 101.5, name: "A", column: true },
  { x: 177.5, name: "B", column: true },
  { x: 260, name: "C", column: false },
  { x: 342.5, name: "D", column: true },
  { x: 418.5, name: "E", column: true },
] as const;
const BAYS = [
  { x: 139.5, mm: 3800 },
  { x: 218.75, mm: 4200 },
  { x: 301.25, mm: 4200 },
  { x: 380.5, mm: 3800 },
] as const;
const STEPS = [
  { x: 28.5, y: 344.5, width: 463 },
  { x: 40.5, y: 334.5, width: 439 },
  { x: 52.5, y: 324.5, width: 415 },
] as const;
const FLUTES = [-10.2, -3.4, 3.4, 10.2] as const;
const DENTILS = Array.from({ length: 19 }, (_, index) => 80.5 + index * 20);
const LEVELS = [52.5, 88.5, 324.5, 354.5] as const;
const FAINT = "var(--line-strong)";
const WORDS = { textAnchor: "middle", fill: "var(--text-2)", fontSize: 10 } as const;

/** The drawing beside the sign-in form. Decoration: its frame hides it from screen readers. */
export function Colonnade(): ReactNode {
  return (
    <svg
      viewBox="0 -6 520 406"
      fill="none"
      stroke="currentColor"
      className="m-auto block w-full max-w-[520px] font-mono text-line-control [&_text]:stroke-none"
    >
      <g fill="var(--surface)">
        {STEPS.map((step) => (
          <rect key={step.y} {...step} height={10} />
        ))}
        {AXES.map((axis) => axis.column && <Column key={axis.name} x={axis.x} />)}
        <rect x={60.5} y={64.5} width={399} height={24} />
      </g>
      <path d={DENTILS.map((x) => `M${x} 64.5V72.5`).join("")} stroke={FAINT} />
      <rect x={52.5} y={52.5} width={415} height={12} fill="var(--accent)" stroke="var(--accent)" />
      <rect x={229.5} y={190.5} width={61} height={134} fill="var(--surface-2)" />
      <path d="M260 190.5V324.5" stroke={FAINT} />
      <path d="M229.5 190.5H290.5" stroke="var(--accent)" strokeWidth={2} />
      {AXES.map((axis) => (
        <g key={axis.name}>
          <path d={`M${axis.x} 20V48M${axis.x} 358V392`} stroke={FAINT} strokeDasharray="8 3 2 3" />
          <circle cx={axis.x} cy={8} r={10} fill="var(--surface)" />
          <text x={axis.x} y={11.5} {...WORDS}>
            {axis.name}
          </text>
          <path d={`M${axis.x - 3} 387.5l6 -6`} strokeWidth={1.5} />
        </g>
      ))}
      <path d="M101.5 384.5H418.5" />
      {BAYS.map((bay) => (
        <text key={bay.x} x={bay.x} y={379} {...WORDS}>
          {bay.mm}
        </text>
      ))}
      <path d="M500.5 52.5V354.5" />
      {LEVELS.map((y) => (
        <g key={y}>
          <path d={`M497.5 ${y + 3}l6 -6`} strokeWidth={1.5} />
          <path d={`M476 ${y}H496`} stroke={FAINT} />
        </g>
      ))}
      <text transform="translate(513 206.5) rotate(-90)" {...WORDS}>
        9800
      </text>
      <path d="M8 354.5H512" strokeWidth={1.5} />
    </svg>
  );
}

function Column({ x }: { x: number }): ReactNode {
  return (
    <>
      <rect x={x - 22} y={316.5} width={44} height={8} />
      <rect x={x - 17} y={96.5} width={34} height={220} />
      <rect x={x - 22} y={88.5} width={44} height={8} />
      <path d={FLUTES.map((dx) => `M${x + dx} 102V311`).join("")} stroke={FAINT} />
    </>
  );
}
