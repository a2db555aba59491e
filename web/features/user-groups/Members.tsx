import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../app/data/api.ts';
import { useTableFile } from '../../app/table-file/use-table-file.ts';
import { useTranslation } from '../../i18n.ts';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import { ExportMenu } from '../../ui/table/ExportMenu.tsx';
import { UiLink } from '../../ui/UiLink.tsx';
import { AddMembers } from './AddMembers.tsx';
import { PartList } from './PartList.tsx';
import { membersQuery } from './queries.ts';
import { useMembers } from './use-members.ts';
import { memberWords } from './words.ts';

const settleMs = 200;

/** The members of the group: a switch each, with the access the group gives that member. */
export function Members({ id }: { id: string }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [page, setPage] = useState(1);
  const [search] = useDebouncedValue(typed.trim(), settleMs);
  const { data, error, refetch } = useQuery(membersQuery({ id, page, search }));
  const members = useMembers(id);
  const file = useTableFile((part) => call('GET /api/auth/user-groups/{id}/members/export', { id, part, ...(search ? { search } : {}) }));
  return (
    <>
      <AddMembers id={id} members={members} />
      {(data?.total ?? 0) > 0 && (
        <div className="user-group-tools">
          <ExportMenu file={file} />
        </div>
      )}
      <PartList
        label={t('userGroups.tab.members')}
        search={typed}
        onSearch={(next) => {
          setTyped(next);
          setPage(1);
        }}
        page={page}
        onPage={setPage}
        answer={data}
        error={error}
        onRetry={() => void refetch()}
        empty={t('userGroups.members.none')}
      >
        {(member) => (
          <li key={member.id}>
            <SwitchRow
              label={member.name}
              text={`${member.email} · ${memberWords(member, t)}`}
              checked={!members.leaving.has(member.id)}
              onChange={() => void members.remove(member)}
            />
            <UiLink href={`/user?id=${member.id}&tab=groups`} className="small user-group-more">
              {t('access.why.ofMember')}
            </UiLink>
          </li>
        )}
      </PartList>
    </>
  );
}
