import { useEffect, useState } from 'react';
import { monthOrValue } from '../../../../domain/format/month-value.ts';
import { useTranslation } from '../../../i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Skeleton } from '../../../ui/Skeletons.tsx';
import { toast } from '../../../ui/toast.ts';
import type { FrameFilter } from '../layer/frame-filters.ts';
import { askFrame, drive, updateLayer } from '../layer/report-layer-store.ts';
import '../../../ui/Chip.css';

type Props = { opened: boolean; onClose: () => void /** Selections are stored for the next visit. */; kept: boolean };
type Choices = Record<string, readonly string[]>;

const same = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((value) => other.includes(value));

/** A report's filters on a phone, within reach of the thumb (UI 8). */
export function FilterSheet({ opened, onClose, kept }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog opened={opened} onClose={onClose} title={t('reports.viewer.filters')} text={kept ? t('views.filters.kept') : undefined}>
      {opened && <Filters onClose={onClose} />}
    </Dialog>
  );
}

function Filters({ onClose }: { onClose: () => void }) {
  const { t, language } = useTranslation();
  const [filters, setFilters] = useState<FrameFilter[] | null>(null);
  const [choices, setChoices] = useState<Choices>({});
  // Fetched when the sheet opens: only the frame knows the report's filters.
  useEffect(() => {
    let gone = false;
    void askFrame('filters').then((found) => {
      if (gone) return;
      setFilters(found ?? []);
      setChoices(Object.fromEntries((found ?? []).map(({ id, chosen }) => [id, chosen])));
    });
    return () => {
      gone = true;
    };
  }, []);

  if (!filters) return <Skeleton height={120} radius={10} />;
  const changes = filters.flatMap(({ id, chosen }) => (same(chosen, choices[id] ?? []) ? [] : [{ id, chosen: choices[id] ?? [] }]));
  // Some slicers do not return their values; these can be used only in the report itself.
  const hidden = filters.filter(({ options }) => options.length === 0).map(({ title }) => title);
  const inForce = Object.values(choices).filter((chosen) => chosen.length > 0).length;
  const toggle = (id: string, value: string) =>
    setChoices((before) => {
      const own = before[id] ?? [];
      return { ...before, [id]: own.includes(value) ? own.filter((other) => other !== value) : [...own, value] };
    });
  const apply = async () => {
    onClose();
    if (changes.length > 0 && !(await drive('changeFilters', changes))) toast.error(t('views.filters.failed'));
  };
  const openPane = async () => {
    onClose();
    if (await drive('showFilters', true)) updateLayer({ filtersOpen: true });
  };
  return (
    <div className="filter-sheet">
      {filters.map(
        ({ id, title, options }) =>
          options.length > 0 && (
            <fieldset key={id} className="filter-sheet-group">
              <legend>{title}</legend>
              <div className="filter-sheet-values">
                {options.map((value) => {
                  const on = choices[id]?.includes(value) ?? false;
                  return (
                    <button
                      key={value}
                      type="button"
                      className={on ? 'chip chip-on' : 'chip'}
                      aria-pressed={on}
                      onClick={() => toggle(id, value)}
                    >
                      {monthOrValue(language, value)}
                    </button>
                  );
                })}
              </div>
            </fieldset>
          ),
      )}
      {filters.length === 0 && <p className="muted">{t('views.filters.none')}</p>}
      {hidden.length > 0 && <p className="muted small">{t('views.filters.inReport', { names: hidden.join(', ') })}</p>}
      <div className="dialog-actions">
        <Button kind="text" className="first" onClick={() => void openPane()}>
          {t('views.filters.pane')}
        </Button>
        {inForce > 0 && <Button onClick={() => setChoices({})}>{t('views.filters.clear')}</Button>}
        <Button kind="primary" data-autofocus onClick={() => void apply()}>
          {inForce > 0 ? t('views.filters.apply', { count: inForce }) : t('views.filters.all')}
        </Button>
      </div>
    </div>
  );
}
