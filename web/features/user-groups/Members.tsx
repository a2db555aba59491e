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

/** The members of the group: a switch each, with the access the group gives that member. */
export function Members({ id }: { id: string }) {
  const { t } = useTranslation();
  const members = useMembers(id);
  return (
    <>
      <AddMembers id={id} members={members} />
      <PartList
        label={t('userGroups.tab.members')}
        toQuery={(part) => membersQuery({ id, ...part })}
        empty={t('userGroups.members.none')}
        above={({ total }, search) => total > 0 && <MembersFile id={id} search={search} />}
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

function MembersFile({ id, search }: { id: string; search: string }) {
  const file = useTableFile((part) => call('GET /api/auth/user-groups/{id}/members/export', { id, part, ...(search ? { search } : {}) }));
  return (
    <div className="user-group-tools">
      <ExportMenu file={file} />
    </div>
  );
}
