import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { TestBanner } from '../../features/report-access/index.ts';
import { testQuery } from '../../features/reports/queries.ts';
import { useSearchValues } from '../address/address.ts';

/**
 * Banner over a report that is tested as one of its viewers, naming the viewer. The viewer below runs the same query and shares its cache.
 */
export function ReportTest({ id }: { id: string }) {
  const { as } = useSearchValues();
  // No suspense: only while a report is tried as another user.
  const { data } = useQuery({ ...testQuery(id, as ?? ''), enabled: as !== undefined });
  if (!as) return null;
  return (
    <Suspense>
      <TestBanner tested={data} />
    </Suspense>
  );
}
