import { useContext, useState } from 'react';
import { wallClock } from '../../../domain/format/date.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../Button.tsx';
import { Chip } from '../Chip.tsx';
import { DayField } from '../MomentField.tsx';
import { ZoneContext } from '../zone-context.ts';
import type { DayRange } from './types.ts';
import './table-tools.css';

const spans = [1, 7, 30, 90] as const;
const dayMs = 86_400_000;
const two = (value: number) => String(value).padStart(2, '0');

/** The date of an instant in the zone. */
function dayIn(at: number, zone: string): string {
  const { year, month, day } = wallClock(new Date(at), zone);
  return `${year}-${two(month)}-${two(day)}`;
}

/** Two dates, or a preset range up to today. */
export default function DateRangeForm({ value, onChange }: { value: DayRange; onChange: (range: DayRange) => void }) {
  const { t } = useTranslation();
  const zone = useContext(ZoneContext);
  const [from, setFrom] = useState(value.from ?? null);
  const [to, setTo] = useState(value.to ?? null);
  const apply = () => {
    // Two dates in the wrong order still define a range.
    const [first, last] = from && to && from > to ? [to, from] : [from, to];
    onChange({ from: first ?? undefined, to: last ?? undefined });
  };
  return (
    <div className="date-range">
      <div className="row row-wrap">
        {spans.map((days) => (
          <Chip
            key={days}
            quiet
            onClick={() => onChange({ from: dayIn(Date.now() - (days - 1) * dayMs, zone), to: dayIn(Date.now(), zone) })}
          >
            {t('ui.table.lastDays', { count: days })}
          </Chip>
        ))}
      </div>
      <DayField label={t('ui.table.from')} value={from} onChange={setFrom} clearable />
      <DayField label={t('ui.table.to')} value={to} onChange={setTo} clearable />
      <Button kind="primary" size="s" block onClick={apply}>
        {t('ui.table.apply')}
      </Button>
    </div>
  );
}
