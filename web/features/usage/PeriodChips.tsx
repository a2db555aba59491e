import { type Period, periods } from '../../../domain/usage/periods.ts';
import { useTranslation } from '../../i18n.ts';
import { Segmented } from '../../ui/Segmented.tsx';

/** The length of the period. */
export function PeriodChips({ value, onChange }: { value: Period; onChange: (period: Period) => void }) {
  const { t } = useTranslation();
  return (
    <Segmented
      label={t('usage.period')}
      segments={periods.map((period) => ({ value: period, label: t('usage.days', { count: Number(period) }) }))}
      value={value}
      onChange={onChange}
    />
  );
}
