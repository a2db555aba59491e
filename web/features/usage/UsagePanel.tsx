import { defaultPeriod } from '../../../domain/usage/periods.ts';
import { useSearchValues, useSetSearch } from '../../app/address/address.ts';
import { Reading } from '../../app/layouts/Reading.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { getPeriod } from './loader.ts';
import { PeriodChips } from './PeriodChips.tsx';
import { UsageList } from './UsageList.tsx';
import { UsageSums } from './UsageSums.tsx';

type Props = {
  /** Limits usage to this report, and lists its viewers. */
  report?: string;
};

/** Usage of the unit's reports, for administrators: totals, days, hours, and lists by report and by user. */
export function UsagePanel({ report }: Props) {
  const values = useSearchValues();
  const change = useSetSearch();
  const days = getPeriod(values);
  return (
    <>
      <div className="usage-chips">
        <PeriodChips value={days} onChange={(next) => change({ days: next === defaultPeriod ? undefined : next, page: undefined })} />
      </div>
      <Reading waiting={(onRetry) => <ListSkeleton count={3} onRetry={onRetry} />}>
        <UsageSums days={days} report={report} />
      </Reading>
      {!report && <UsageList />}
    </>
  );
}
