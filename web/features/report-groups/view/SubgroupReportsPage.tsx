import { useQuery } from '@tanstack/react-query';
import { usePathId } from '../../../app/address/address.ts';
import { ApiError } from '../../../app/data/api-error.ts';
import { menuQuery } from '../../../app/data/queries.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { CardsSkeleton } from '../../../ui/Skeletons.tsx';
import { GroupReports } from './GroupReports.tsx';
import { MissingGroup } from './MissingGroup.tsx';

/** `/{id}/reports`: the reports of one sub-group. */
export function SubgroupReportsPage() {
  const id = usePathId();
  const { data, error, refetch } = useQuery(menuQuery);
  if (!data) {
    return (
      <div className="page">
        {error ? (
          <ErrorState requestId={error instanceof ApiError ? error.requestId : null} onRetry={() => void refetch()} />
        ) : (
          <CardsSkeleton onRetry={() => void refetch()} />
        )}
      </div>
    );
  }
  const group = data.groups.find((candidate) => candidate.subgroups.some((subgroup) => subgroup.id === id));
  const subgroup = group?.subgroups.find((candidate) => candidate.id === id);
  return group && subgroup ? <GroupReports group={group} subgroup={subgroup} /> : <MissingGroup />;
}
