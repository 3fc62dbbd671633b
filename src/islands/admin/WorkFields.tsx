import { DateField, TextField } from '#islands/ui/Field.tsx';
import { quickDays, todayIn } from './work-words.ts';

interface WorkFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** In dollars, as typed: `readAmount` reads it. */
export function AmountField({ problem, ...field }: WorkFieldProps & { readonly problem: string }) {
  return <TextField {...field} maxLength={14} inputMode="decimal" optional problems={problem ? [problem] : []} />;
}

export const NO_AMOUNT = 'Please enter an amount such as 3,200';

/** A day, with the usual ones as buttons. */
export function DayField({ now, ...field }: WorkFieldProps & { readonly now: Date; readonly optional?: boolean }) {
  return (
    <div>
      <DateField {...field} min={todayIn(now)} />
      <div className="chips mt-2">
        {quickDays(now).map(({ label, date }) => (
          <button
            key={label}
            className="chip flex-1 justify-center px-2 whitespace-nowrap"
            type="button"
            aria-pressed={field.value === date}
            onClick={() => field.onValue(date)}
          >
            {label}
          </button>
        ))}
      </div>
    </div>
  );
}
