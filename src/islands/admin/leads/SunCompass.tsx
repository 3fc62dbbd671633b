import { duration } from '#lib/label';
import { readSunNotes } from '#lib/sun-note';

/** Of the day with the most sun, in minutes: an arrow of full length. */
const LONGEST = 480;

/** The windows that the visitor chose on /sun, from above with north up: the longer the arrow, the more sun. */
export function SunCompass({ message }: { message: string | undefined }) {
  const windows = readSunNotes(message);
  if (windows.length === 0) return null;
  return (
    <figure className="mt-4 flex items-center gap-4 text-sm">
      <svg className="sun-compass w-28 flex-none fill-none stroke-edge" viewBox="0 0 100 100" aria-hidden="true">
        <circle cx="50" cy="50" r="38" />
        <text className="fill-current stroke-none text-[11px]" x="50" y="9" textAnchor="middle">
          N
        </text>
        {windows.map(({ name, facing, minutes }) => {
          const tip = 46 - 34 * Math.min(1, minutes / LONGEST);
          return (
            <g key={`${name} ${facing}`} transform={`rotate(${facing} 50 50)`}>
              <path className="stroke-lagoon stroke-[2.5]" strokeLinecap="round" d={`M50 46V${tip}m-4 6 4-6 4 6`} />
              <path className="stroke-ink stroke-[2.5]" strokeLinecap="round" d="M43 47h14" />
            </g>
          );
        })}
      </svg>
      <figcaption>
        <ul>
          {windows.map(({ name, facing, minutes }) => (
            <li key={`${name} ${facing}`}>{`${name}: ${facing}°, ${duration(minutes)}`}</li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}
