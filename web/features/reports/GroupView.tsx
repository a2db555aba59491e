import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../app/api-error.ts';
import { useTranslation } from '../../app/i18n.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { CardsSkeleton } from '../../ui/Skeletons.tsx';
import { GroupReports } from './lists/GroupReports.tsx';
import { GroupTiles } from './lists/GroupTiles.tsx';
import { MissingGroup } from './lists/MissingGroup.tsx';
import { menuQuery } from './queries.ts';
import { useAddress } from './use-address.ts';

/** `/reports` for who looks: the group of `?group=` with its sub-groups and reports, or all groups without it. */
export function GroupView() {
  const { t } = useTranslation();
  const [{ group: wanted }] = useAddress();
  const { data, error, refetch } = useQuery(menuQuery);
  if (error && !data) {
    return (
      <div className="page">
        <ErrorState requestId={error instanceof ApiError ? error.requestId : null} onRetry={() => void refetch()} />
      </div>
    );
  }
  if (!data) {
    return (
      <div className="page">
        <CardsSkeleton onRetry={() => void refetch()} />
      </div>
    );
  }
  if (wanted) {
    const group = data.groups.find((candidate) => candidate.id === wanted);
    return group ? <GroupReports group={group} subgroup={null} /> : <MissingGroup />;
  }
  return (
    <div className="page">
      <PageHeader title={t('reports.groups.title')} />
      {data.groups.length > 0 ? (
        <GroupTiles groups={data.groups.map((group) => ({ ...group, subgroups: group.subgroups.map(({ name }) => name) }))} />
      ) : (
        <EmptyState text={t('reports.groups.empty')} />
      )}
    </div>
  );
}
