import { useQuery } from '@tanstack/react-query';
import type { MenuGroup } from '../../../../domain/reports/contract.ts';
import { useSearchValues } from '../../../app/address/address.ts';
import { ApiError } from '../../../app/data/api-error.ts';
import { menuQuery } from '../../../app/data/queries.ts';
import { TellLater } from '../../../app/notices/TellLater.tsx';
import { useListCrumbs } from '../../../app/parts/report-list.ts';
import { useTranslation } from '../../../i18n.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { CardsSkeleton } from '../../../ui/Skeletons.tsx';
import { GroupReports } from './GroupReports.tsx';
import { GroupTiles } from './GroupTiles.tsx';
import { MissingGroup } from './MissingGroup.tsx';

/** `/reports` for viewers: the group of `?group=` with its sub-groups and reports, or all groups without it. */
export function GroupView() {
  const { group: wanted } = useSearchValues();
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
  return <AllGroups groups={data.groups} />;
}

function AllGroups({ groups }: { groups: readonly MenuGroup[] }) {
  const { t } = useTranslation();
  useListCrumbs(t('reports.groups.title'));
  return (
    <div className="page">
      <PageHeader title={t('reports.groups.title')} />
      {groups.length > 0 ? (
        <GroupTiles groups={groups.map((group) => ({ ...group, subgroups: group.subgroups.map(({ name }) => name) }))} />
      ) : (
        <EmptyState text={t('reports.groups.empty')} action={<TellLater problem="nothing" />} />
      )}
    </div>
  );
}
