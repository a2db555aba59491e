import { type Weekday, weekdayName, weekdayShort } from '../../../domain/format/calendar.ts';
import { useTranslation } from '../../i18n.ts';
import { inWeekOrder, weekOrder } from './when-words.ts';

type Props = {
  label: string;
  days: readonly Weekday[];
  onChange: (days: Weekday[]) => void;
  /** Days that stay chosen. */
  fixed?: readonly Weekday[];
  invalid?: boolean;
};

/** The days of a week, Monday first; each is on or off. */
export function DayChips({ label, days, onChange, fixed = [], invalid = false }: Props) {
  const { language } = useTranslation();
  const turn = (day: Weekday) => onChange(inWeekOrder(days.includes(day) ? days.filter((one) => one !== day) : [...days, day]));
  return (
    <fieldset className="actions-days" aria-label={label} data-invalid={invalid || undefined}>
      {weekOrder.map((day) => (
        <button
          key={day}
          type="button"
          className="actions-day"
          aria-pressed={days.includes(day)}
          aria-label={weekdayName(language, day)}
          aria-disabled={fixed.includes(day) || undefined}
          onClick={() => !fixed.includes(day) && turn(day)}
        >
          {weekdayShort(language, day)}
        </button>
      ))}
    </fieldset>
  );
}
