import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { TestBanner } from '../features/report-access/index.ts';
import { testQuery } from '../features/reports/queries.ts';
import { useSearchValues } from './address.ts';

/** Over a report that is tried as one of its viewers: who that is. The viewer below asks the same question and shares its answer. */
export function ReportTest({ id }: { id: string }) {
  const { as } = useSearchValues();
  const { data } = useQuery({ ...testQuery(id, as ?? ''), enabled: as !== undefined });
  if (!as) return null;
  return (
    <Suspense>
      <TestBanner tested={data} />
    </Suspense>
  );
}
