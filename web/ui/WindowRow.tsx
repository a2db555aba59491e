import type { ReactNode } from 'react';
import { WEEKDAYS, weekdayName } from '../../domain/format/calendar.ts';
import { type Window, weekdays } from '../../domain/playlists/windows.ts';
import { useTranslation } from '../i18n.ts';
import { IconButton } from './IconButton.tsx';
import { IconTrash } from './icons.ts';
import './WindowRow.css';

/** A weekday (1 is Monday) in two or three letters. */
export const shortDay = (day: number, language: string) =>
  // January 1, 2024 was a Monday.
  new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(2024, 0, day)).replace('.', '');

type Props = {
  window: Window;
  labels: { from: string; to: string; remove: string };
  /** The end time is invalid. */
  wrongEnd?: boolean;
  /** An explanation after the hours. */
  hint?: ReactNode;
  onChange: (part: Partial<Window>) => void;
  onRemove: () => void;
};

/** Days and hours of a week; at least one day stays selected. */
export function WindowRow({ window: { days, from, to }, labels, wrongEnd, hint, onChange, onRemove }: Props) {
  const { language } = useTranslation();
  const turn = (day: number) => {
    const next = days.includes(day) ? days.filter((one) => one !== day) : [...days, day].sort();
    if (next.length > 0) onChange({ days: next });
  };
  return (
    <>
      <div className="row row-wrap">
        {weekdays.map((day) => (
          <button
            key={day}
            type="button"
            className="window-day"
            aria-pressed={days.includes(day)}
            aria-label={weekdayName(language, WEEKDAYS[day % 7] ?? 'SUNDAY')}
            onClick={() => turn(day)}
          >
            {shortDay(day, language)}
          </button>
        ))}
      </div>
      <div className="row">
        <input
          type="time"
          className="window-time"
          aria-label={labels.from}
          value={from}
          onChange={(event) => event.currentTarget.value && onChange({ from: event.currentTarget.value })}
        />
        <span className="muted">–</span>
        <input
          type="time"
          className="window-time"
          aria-label={labels.to}
          aria-invalid={wrongEnd || undefined}
          value={to}
          onChange={(event) => event.currentTarget.value && onChange({ to: event.currentTarget.value })}
        />
        {hint}
        <span className="push" />
        <IconButton icon={IconTrash} size="s" label={labels.remove} onClick={onRemove} />
      </div>
    </>
  );
}
