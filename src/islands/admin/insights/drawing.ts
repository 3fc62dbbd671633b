/** Only this page loads it, after the figures. Bundles only the used parts of Chart.js. */
import { BarController, BarElement, CategoryScale, Chart, LinearScale, type Plugin, Tooltip } from 'chart.js';
import type { Measure, Share } from '#contracts/insights';
import { number, shareWords } from './insights-words.ts';

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

/** Light and dark alternate, and the light one has an edge: clear without seeing colors. */
function toneOf(measure: Measure) {
  const fills = { requests: 'lagoon', bookings: 'sun', visits: 'ink', closed: 'edge' } as const;
  const isLight = measure === 'bookings';
  return { backgroundColor: token(fills[measure]), borderColor: token('ink'), borderWidth: isLight ? 1 : 0 };
}

interface WeekBars {
  readonly measure: Measure;
  readonly name: string;
  /** Below each bar, and in full under the pointer. */
  readonly weeks: readonly { readonly short: string; readonly full: string; readonly count: number }[];
  /** The greatest count of all neighboring charts. */
  readonly max: number;
}

export function drawWeeks(canvas: HTMLCanvasElement, { measure, name, weeks, max }: WeekBars): Undraw {
  const ticks = { color: token('mute'), font: font(12, 400) };
  const chart = new Chart(canvas, {
    type: 'bar',
    data: {
      labels: weeks.map(({ short }) => short),
      datasets: [
        { ...toneOf(measure), label: name, data: weeks.map(({ count }) => count || null), maxBarThickness: 40 },
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
          ticks: { ...ticks, precision: 0, maxTicksLimit: 4 },
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
            label: ({ raw }) => `${name}: ${number(Number(raw))}`,
          },
        },
      },
    },
  });
  return () => chart.destroy();
}

/** Requests by source, with the booked ones inside each bar. */
export function drawShares(canvas: HTMLCanvasElement, shares: readonly Share[]): Undraw {
  const thickness = sized(12);
  const bars = (measure: Measure, order: number) => {
    const data = shares.map((share) => share[measure] || null);
    return { ...toneOf(measure), data, order, grouped: false, barThickness: thickness, borderSkipped: false };
  };
  const chart = new Chart(canvas, {
    type: 'bar',
    data: { labels: shares.map(({ name }) => name), datasets: [bars('requests', 2), bars('bookings', 1)] },
    plugins: [labelsAbove(shares, thickness)],
    options: {
      indexAxis: 'y',
      animation: false,
      events: [],
      maintainAspectRatio: false,
      scales: {
        x: { display: false, min: 0, max: Math.max(...shares.map(({ requests }) => requests)) },
        y: { display: false },
      },
      layout: { padding: { top: thickness } },
    },
  });
  return () => chart.destroy();
}

/** Above each bar its name, and at the right its count: a phone has no room beside it. */
function labelsAbove(shares: readonly Share[], thickness: number): Plugin<'bar'> {
  const text = (weight: number) => `${weight} ${sized(14)}px Text, 'Text Fallback', sans-serif`;
  return {
    id: 'labelsAbove',
    afterDatasetsDraw(chart) {
      const { ctx, chartArea } = chart;
      const { data } = chart.getDatasetMeta(0);
      ctx.save();
      ctx.textBaseline = 'bottom';
      ctx.fillStyle = token('ink');
      for (const [index, share] of shares.entries()) {
        const y = (data[index]?.y ?? 0) - thickness / 2 - sized(4);
        ctx.font = text(400);
        ctx.textAlign = 'right';
        const counts = shareWords(share);
        ctx.fillText(counts, chartArea.right, y);
        const room = chartArea.width - ctx.measureText(counts).width - sized(16);
        ctx.font = text(550);
        ctx.textAlign = 'left';
        ctx.fillText(shortened(ctx, share.name, room), chartArea.left, y);
      }
      ctx.restore();
    },
  };
}

/** Cuts the text to `room` px. */
function shortened(ctx: CanvasRenderingContext2D, text: string, room: number): string {
  if (ctx.measureText(text).width <= room) return text;
  const letters = [...text.slice(0, 100)];
  while (letters.length > 1 && ctx.measureText(`${letters.join('')}…`).width > room) letters.pop();
  return `${letters.join('')}…`;
}
