import { Popover } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { formatIsoDay } from '../../../domain/format/date.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../Button.tsx';
import { IconPlus } from '../icons.ts';
import { Skeleton } from '../Skeletons.tsx';
import type { ActiveFilter, DayRange } from './types.ts';

const DateRangeForm = lazy(() => import('./DateRangeForm.tsx'));

/** Dates as `yyyy-mm-dd`, both inclusive; either end may be open. */
type Props = { label: string; value: DayRange; onChange: (range: DayRange) => void };

/** The chip of an active range; none when both ends are open. */
export function useDateRangeChip(id: string, { label, value, onChange }: Props): ActiveFilter[] {
  const { t, language } = useTranslation();
  const { from, to } = value;
  if (!from && !to) return [];
  const word = from && to ? 'between' : from ? 'since' : 'until';
  const text = t(`ui.table.${word}`, { name: label, from: formatIsoDay(language, from ?? ''), to: formatIsoDay(language, to ?? '') });
  return [{ id, label: text, onRemove: () => onChange({}) }];
}

/** Adds or edits a date filter; its calendar loads when opened. */
export function DateRangeFilter({ label, value, onChange }: Props) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" width={300} withinPortal trapFocus returnFocus>
      <Popover.Target>
        <Button kind="text" size="s" icon={IconPlus} onClick={() => setOpened(!opened)}>
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <Suspense fallback={<Skeleton height={160} />}>
          {opened && (
            <DateRangeForm
              value={value}
              onChange={(range) => {
                setOpened(false);
                onChange(range);
              }}
            />
          )}
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
