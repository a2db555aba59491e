import { maxWindows } from '../../../domain/playlists/limits.ts';
import type { Window } from '../../../domain/playlists/windows.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconPlus } from '../../ui/icons.ts';
import { WindowRow } from '../../ui/WindowRow.tsx';

const usual: Window = { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' };

/** The days and hours in which an item plays, in the business unit's time zone; none means always. */
export function WindowFields({ windows, onChange }: { windows: Window[]; onChange: (windows: Window[]) => void }) {
  const { t } = useTranslation();
  const change = (at: number, part: Partial<Window>) => onChange(windows.map((each, n) => (n === at ? { ...each, ...part } : each)));
  return (
    <fieldset className="playlist-windows">
      <legend>{t('playlists.hours')}</legend>
      {windows.length === 0 && <p className="muted small">{t('playlists.hours.always')}</p>}
      {windows.map((each, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a window has no id, and the list is short.
        <div key={at} className="playlist-window">
          <WindowRow
            window={each}
            labels={{ from: t('playlists.hours.from'), to: t('playlists.hours.to'), remove: t('playlists.hours.remove') }}
            onChange={(part) => change(at, part)}
            onRemove={() => onChange(windows.filter((_, n) => n !== at))}
          />
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
