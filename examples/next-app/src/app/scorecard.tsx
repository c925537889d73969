import type { Analysis } from "@call-analysis/sdk";

/** The analysis, section by section. */
export function Scorecard({ analysis }: { analysis: Analysis }) {
  return (
    <article aria-label="Scorecard">
      <h2>
        {analysis.score} points: {analysis.outcomeLabel}
      </h2>
      <p>{analysis.outcomeRationale}</p>
      {analysis.sections.map((section) => (
        <section key={section.sectionId}>
          <h3>
            {section.sectionName}: {section.score} of {section.totalScore}
          </h3>
          <ul>
            {section.criterias.map((criterion) => (
              <li key={criterion.criteriaId}>
                {criterion.question} <strong>{criterion.result}</strong> {criterion.rationale}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </article>
  );
}
