import { formatList } from '../../../domain/format/number.ts';
import { userGroupFields } from '../../../domain/user-groups/fields.ts';
import { History } from '../../app/layouts/History.tsx';
import { useTranslation } from '../../i18n.ts';
import { historyQuery } from './queries.ts';

const verbs = ['add', 'edit', 'delete', 'restore', 'duplicate', 'members_add', 'members_remove', 'reports_add', 'reports_remove'] as const;

/** Who changed the group, its members and its reports, and when. */
export function UserGroupHistory({ id }: { id: string }) {
  const { t, language } = useTranslation();
  return (
    <History
      query={historyQuery(id)}
      none={t('userGroups.history.none')}
      entry={({ what, who, names, before, after, ...item }) => {
        const verb = verbs.find((each) => what === `user_group.${each}`) ?? 'other';
        const count = item.count ?? 0;
        const others = count - names.length;
        const listed = others > 0 ? [...names, t('userGroups.history.more', { count: others })] : names;
        const changed = userGroupFields.filter((field) => verb === 'edit' && before[field] !== after[field]);
        return {
          title: t(`userGroups.history.${verb}`, { who: who ?? t('userGroups.history.system'), count }),
          lines: [
            ...(listed.length > 0 ? [formatList(language, listed)] : []),
            ...changed.map((field) =>
              t(`userGroups.history.${field}`, { before: String(before[field] ?? '') || '–', after: String(after[field] ?? '') || '–' }),
            ),
          ],
        };
      }}
    />
  );
}
