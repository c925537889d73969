import type { Section } from "@call-analysis/sdk";
import { numberText } from "../../ui/format.ts";
import { Panel } from "../../ui/page.tsx";
import type { AlignedSection } from "./alignment.ts";
import { Delta } from "./delta.tsx";

/** The points of each section in both calls. */
export function SectionTable({ sections }: { sections: readonly AlignedSection[] }) {
  return (
    <Panel title="Sections">
      <table className="w-full" aria-label="Sections">
        <thead>
          <tr className="text-left text-xs text-muted">
            <th scope="col" className="px-4 py-2 font-medium">
              Section
            </th>
            <th scope="col" className="px-2 py-2 text-right font-medium">
              Call 1
            </th>
            <th scope="col" className="px-2 py-2 text-right font-medium">
              Call 2
            </th>
            <th scope="col" className="px-4 py-2 text-right font-medium">
              Change
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-t border-line">
          {sections.map(({ key, sectionName, first, second, delta }) => (
            <tr key={key}>
              <th scope="row" className="px-4 py-2 text-left font-medium wrap-anywhere">
                {sectionName}
              </th>
              <td className="px-2 py-2 text-right whitespace-nowrap tabular-nums">{pointsText(first)}</td>
              <td className="px-2 py-2 text-right whitespace-nowrap tabular-nums">{pointsText(second)}</td>
              <td className="px-4 py-2 text-right">
                <Delta value={delta} isShare />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function pointsText(section: Section | null): string {
  return section ? `${numberText(section.score)} / ${numberText(section.totalScore)}` : "–";
}
