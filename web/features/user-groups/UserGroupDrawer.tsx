import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { RecordDrawer } from '../../app/layouts/RecordDrawer.tsx';
import { useTranslation } from '../../i18n.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { type Tab, tabs } from './address.ts';
import { GivenReports } from './GivenReports.tsx';
import { Members } from './Members.tsx';
import { oneQuery } from './queries.ts';
import { type FormProps, UserGroupForm } from './UserGroupForm.tsx';
import { UserGroupHistory } from './UserGroupHistory.tsx';

type Props = Omit<FormProps, 'title' | 'children'> & {
  /** Null adds a new one, or with `from` a copy of that group. */
  id: string | null;
  from: string | null;
  tab: Tab;
  onTab: (tab: Tab) => void;
};

/** Adds or edits a user group over its list; members and reports are saved by their own switches. */
export function UserGroupDrawer({ id, from, tab, onTab, ...form }: Props) {
  const { t } = useTranslation();
  const title = t(id ? 'userGroups.edit' : from ? 'userGroups.duplicate' : 'userGroups.new');
  return (
    <RecordDrawer opened={form.opened} title={title} gone={t('userGroups.gone')} onClose={form.onClose}>
      {id ? (
        <Existing {...form} title={title} id={id} tab={tab} onTab={onTab} />
      ) : from ? (
        <Copy {...form} title={title} from={from} />
      ) : (
        <UserGroupForm {...form} title={title} />
      )}
    </RecordDrawer>
  );
}

function Copy({ from, ...form }: FormProps & { from: string }) {
  const { data } = useSuspenseQuery(oneQuery(from));
  return <UserGroupForm {...form} source={data} />;
}

function Existing({ id, tab, onTab, ...form }: FormProps & { id: string; tab: Tab; onTab: (tab: Tab) => void }) {
  const { t } = useTranslation();
  const { data, refetch } = useSuspenseQuery(oneQuery(id));
  const counts = { members: data.members, reports: data.reports };
  const panel = (fields: ReactNode) => {
    if (tab === 'history') return <UserGroupHistory id={id} />;
    if (data.deleted) return <Notice tone="warn">{t('userGroups.form.deleted')}</Notice>;
    if (tab === 'members') return <Members id={id} />;
    return tab === 'reports' ? <GivenReports id={id} name={data.name} /> : fields;
  };
  return (
    <UserGroupForm
      {...form}
      record={data}
      elsewhere={tab !== 'data'}
      onRefused={() => onTab('data')}
      onReload={async () => (await refetch()).data}
    >
      {(fields) => (
        <Tabs
          label={t('userGroups.tabs')}
          tabs={tabs.map((each) => ({
            id: each,
            label: t(`userGroups.tab.${each}`),
            ...(each === 'members' || each === 'reports' ? { count: counts[each] } : {}),
          }))}
          value={tab}
          onChange={onTab}
        >
          <div className="user-group-panel">{panel(fields)}</div>
        </Tabs>
      )}
    </UserGroupForm>
  );
}
