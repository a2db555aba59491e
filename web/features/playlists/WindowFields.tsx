import { IconPlus, IconTrash } from '@tabler/icons-react';
import { maxWindows } from '../../../domain/playlists/limits.ts';
import { type Window, weekdays } from '../../../domain/playlists/windows.ts';
import { useTranslation } from '../../app/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';

const usual: Window = { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' };
// The first of January 2024 was a Monday.
const nameOf = (day: number, language: string, weekday: 'short' | 'long') =>
  new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' }).format(new Date(Date.UTC(2024, 0, day)));

/** On which days and between which hours an item plays, by the clock of the business unit; none means always. */
export function WindowFields({ windows, onChange }: { windows: Window[]; onChange: (windows: Window[]) => void }) {
  const { t, language } = useTranslation();
  const change = (at: number, part: Partial<Window>) => onChange(windows.map((each, n) => (n === at ? { ...each, ...part } : each)));
  return (
    <fieldset className="playlist-windows">
      <legend>{t('playlists.hours')}</legend>
      {windows.length === 0 && <p className="muted small">{t('playlists.hours.always')}</p>}
      {windows.map((each, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a window has no name of its own, and the list is short.
        <div key={at} className="playlist-window">
          <div className="row row-wrap">
            {weekdays.map((day) => (
              <button
                key={day}
                type="button"
                className="playlist-day"
                aria-pressed={each.days.includes(day)}
                aria-label={nameOf(day, language, 'long')}
                onClick={() => {
                  const days = each.days.includes(day) ? each.days.filter((one) => one !== day) : [...each.days, day].sort();
                  if (days.length > 0) change(at, { days });
                }}
              >
                {nameOf(day, language, 'short').replace('.', '')}
              </button>
            ))}
          </div>
          <div className="row">
            <input
              type="time"
              className="playlist-time"
              aria-label={t('playlists.hours.from')}
              value={each.from}
              onChange={(event) => event.currentTarget.value && change(at, { from: event.currentTarget.value })}
            />
            <span className="muted">–</span>
            <input
              type="time"
              className="playlist-time"
              aria-label={t('playlists.hours.to')}
              value={each.to}
              onChange={(event) => event.currentTarget.value && change(at, { to: event.currentTarget.value })}
            />
            <IconButton
              icon={IconTrash}
              size="s"
              label={t('playlists.hours.remove')}
              onClick={() => onChange(windows.filter((_, n) => n !== at))}
            />
          </div>
        </div>
      ))}
      {windows.length < maxWindows && (
        <Button size="s" kind="text" icon={IconPlus} onClick={() => onChange([...windows, usual])}>
          {t('playlists.hours.add')}
        </Button>
      )}
    </fieldset>
  );
}
