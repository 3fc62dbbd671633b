/** Only this page loads it, after the figures. Bundles only the used parts of Chart.js. */
import { BarController, BarElement, CategoryScale, Chart, LinearScale, Tooltip } from 'chart.js';
import type { Counts } from '#contracts/insights';
import { figure, figureNames } from './insights-words.ts';

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

export type Undraw = () => void;

const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(`--chart-${name}`).trim();
/** Scales px by the owner's text size. */
const sized = (px: number) => (px / 16) * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
const font = (px: number, weight: number) => ({
  family: "Text, 'Text Fallback', sans-serif",
  size: sized(px),
  weight,
});

/** As in insights.css: light and dark alternate, and the light one has an edge, clear without seeing colors. */
function toneOf(name: keyof Counts) {
  const fills = { requests: 'lagoon', bookings: 'sun', visits: 'ink', won: 'edge', dollars: 'lagoon' } as const;
  const isLight = name === 'bookings';
  return { backgroundColor: token(fills[name]), borderColor: token('ink'), borderWidth: isLight ? 1 : 0 };
}

interface WeekBars {
  readonly name: keyof Counts;
  /** Below each bar, and in full under the pointer. */
  readonly weeks: readonly { readonly short: string; readonly full: string; readonly count: number }[];
  /** The greatest value of all charts on this scale. */
  readonly max: number;
}

export function drawWeeks(canvas: HTMLCanvasElement, { name, weeks, max }: WeekBars): Undraw {
  const ticks = { color: token('mute'), font: font(12, 400) };
  const chart = new Chart(canvas, {
    type: 'bar',
    data: {
      labels: weeks.map(({ short }) => short),
      datasets: [
        {
          ...toneOf(name),
          label: figureNames[name],
          data: weeks.map(({ count }) => count || null),
          maxBarThickness: 40,
        },
      ],
    },
    options: {
      animation: false,
      maintainAspectRatio: false,
      scales: {
        x: {
          grid: { display: false },
          border: { color: token('edge') },
          ticks: { ...ticks, maxRotation: 0, autoSkipPadding: 12 },
        },
        y: {
          suggestedMax: Math.max(max, 4),
          beginAtZero: true,
          border: { display: false },
          grid: { color: token('linen') },
          ticks: { ...ticks, precision: 0, maxTicksLimit: 4, callback: (value) => figure(name, Number(value)) },
        },
      },
      plugins: {
        tooltip: {
          displayColors: false,
          backgroundColor: token('night'),
          titleFont: font(13, 500),
          bodyFont: font(13, 400),
          callbacks: {
            title: ([item]) => weeks[item?.dataIndex ?? -1]?.full ?? '',
            label: ({ raw }) => `${figureNames[name]}: ${figure(name, Number(raw))}`,
          },
        },
      },
    },
  });
  return () => chart.destroy();
}
