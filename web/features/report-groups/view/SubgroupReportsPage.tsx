import { useSuspenseQuery } from '@tanstack/react-query';
import { usePathId } from '../../../app/address/address.ts';
import { menuQuery } from '../../../app/data/queries.ts';
import { GroupReading } from './GroupReading.tsx';
import { GroupReports } from './GroupReports.tsx';
import { MissingGroup } from './MissingGroup.tsx';

/** `/{id}/reports`: the reports of one sub-group. */
export function SubgroupReportsPage() {
  return (
    <GroupReading>
      <Subgroup id={usePathId()} />
    </GroupReading>
  );
}

function Subgroup({ id }: { id: string }) {
  const { groups } = useSuspenseQuery(menuQuery).data;
  const group = groups.find((candidate) => candidate.subgroups.some((subgroup) => subgroup.id === id));
  const subgroup = group?.subgroups.find((candidate) => candidate.id === id);
  return group && subgroup ? <GroupReports group={group} subgroup={subgroup} /> : <MissingGroup />;
}
