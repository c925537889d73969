/** A chart, drawn by uPlot into a canvas. What it shows is beside it as a table for everybody else. */
import { useEffect, useRef } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { useTheme } from "../../ui/theme.ts";

/** The colours of the page, as the theme has them now. */
export type Colours = (name: "accent" | "accent-soft" | "ink" | "muted" | "line" | "panel") => string;

/** How a chart is drawn, without its size. */
export type ChartOptions = (colours: Colours) => Omit<uPlot.Options, "width" | "height">;

const heightPx = 220;

/** The chart. It is as wide as its container, and follows it. */
export default function Chart({
  data,
  options,
}: {
  data: uPlot.AlignedData;
  /** Must be the same function until the chart is to be drawn anew. */
  options: ChartOptions;
}) {
  const container = useRef<HTMLDivElement>(null);
  const { shown } = useTheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are read from the page, which the theme changes
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const style = getComputedStyle(document.documentElement);
    const chosen = options((name) => style.getPropertyValue(`--${name}`).trim());
    const plot = new uPlot({ ...chosen, width: element.clientWidth, height: heightPx }, data, element);
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: heightPx }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [data, options, shown]);
  return <div ref={container} aria-hidden className="min-w-0 overflow-hidden" style={{ height: heightPx }} />;
}
