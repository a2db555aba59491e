import { useSuspenseQuery } from '@tanstack/react-query';
import type { MenuGroup } from '../../../../domain/reports/contract.ts';
import { useSearchValues } from '../../../app/address/address.ts';
import { menuQuery } from '../../../app/data/queries.ts';
import { TellLater } from '../../../app/notices/TellLater.tsx';
import { useListCrumbs } from '../../../app/parts/report-list.ts';
import { useTranslation } from '../../../i18n.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { GroupReading } from './GroupReading.tsx';
import { GroupReports } from './GroupReports.tsx';
import { GroupTiles } from './GroupTiles.tsx';
import { MissingGroup } from './MissingGroup.tsx';

/** `/reports` for viewers: the group of `?group=` with its sub-groups and reports, or all groups without it. */
export function GroupView() {
  return (
    <GroupReading>
      <Groups wanted={useSearchValues().group} />
    </GroupReading>
  );
}

function Groups({ wanted }: { wanted: string | undefined }) {
  const { groups } = useSuspenseQuery(menuQuery).data;
  if (!wanted) return <AllGroups groups={groups} />;
  const group = groups.find((candidate) => candidate.id === wanted);
  return group ? <GroupReports group={group} subgroup={null} /> : <MissingGroup />;
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
