import { clockWords } from '../../../../domain/format/clock.ts';
import { type Window, weekdays } from '../../../../domain/playlists/windows.ts';
import { maxWindows } from '../../../../domain/users/limits.ts';
import { useTranslation } from '../../../i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconPlus } from '../../../ui/icons.ts';
import { shortDay, WindowRow } from '../../../ui/WindowRow.tsx';

const usual: Window = { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' };
const percentOfDay = (time: string) => ((Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))) / 1440) * 100;

/** The blocks of one day in per cent: a window that ends at or before its start continues into the next day. */
function toBlocks(windows: readonly Window[], day: number): { from: number; to: number }[] {
  const before = day === 1 ? 7 : day - 1;
  return windows.flatMap(({ days, from, to }) => {
    const [start, end] = [percentOfDay(from), percentOfDay(to)];
    if (start < end) return days.includes(day) ? [{ from: start, to: end }] : [];
    return [...(days.includes(day) ? [{ from: start, to: 100 }] : []), ...(days.includes(before) && end > 0 ? [{ from: 0, to: end }] : [])];
  });
}

type Props = { windows: readonly Window[]; onChange: (windows: Window[]) => void };

/** The weekly access hours of a user, in the business unit's time zone: a list of windows, and a chart of the week. */
export function HoursEditor({ windows, onChange }: Props) {
  const { t, language } = useTranslation();
  const change = (at: number, part: Partial<Window>) => onChange(windows.map((each, n) => (n === at ? { ...each, ...part } : each)));
  return (
    <div className="hours">
      {windows.length === 0 ? (
        <p>{t('users.hours.always')}</p>
      ) : (
        <div className="hours-week" aria-hidden="true">
          {weekdays.map((day) => (
            <div key={day} className="hours-row">
              <span className="tiny muted">{shortDay(day, language)}</span>
              <div className="hours-track">
                {toBlocks(windows, day).map(({ from, to }) => (
                  <span key={`${from}-${to}`} className="hours-block" style={{ left: `${from}%`, width: `${to - from}%` }} />
                ))}
              </div>
            </div>
          ))}
          <div className="hours-row">
            <span />
            <div className="hours-scale tiny muted num">
              {[0, 6, 12, 18, 24].map((hour) => (
                <span key={hour}>{clockWords(language, `${hour}:00`)}</span>
              ))}
            </div>
          </div>
        </div>
      )}
      {windows.map((each, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a window has no id, and the list is short.
        <fieldset key={at} className="hours-window">
          <legend>{t('users.hours.window', { number: at + 1 })}</legend>
          <WindowRow
            window={each}
            labels={{ from: t('users.hours.from'), to: t('users.hours.to'), remove: t('users.hours.remove', { number: at + 1 }) }}
            wrongEnd={each.from === each.to}
            hint={each.to < each.from && <span className="small muted">{t('users.hours.nextDay')}</span>}
            onChange={(part) => change(at, part)}
            onRemove={() => onChange(windows.filter((_, n) => n !== at))}
          />
        </fieldset>
      ))}
      {windows.length < maxWindows && (
        <div>
          <Button size="s" icon={IconPlus} onClick={() => onChange([...windows, usual])}>
            {t('users.hours.add')}
          </Button>
        </div>
      )}
    </div>
  );
}
