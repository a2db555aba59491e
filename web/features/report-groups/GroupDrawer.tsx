import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { RecordDrawer } from '../../app/layouts/RecordDrawer.tsx';
import { useTranslation } from '../../i18n.ts';
import { type FormProps, GroupDrawerForm } from './GroupDrawerForm.tsx';
import { getWord } from './kind.ts';
import { filterGroupQuery, oneQuery } from './queries.ts';

type Props = Omit<FormProps, 'title' | 'record' | 'group' | 'onReload'> & {
  /** Null adds a new one. */
  id: string | null;
  /** The group that a new sub-group starts in. */
  within: string | undefined;
};

/** Adds or edits a group or sub-group over its list, with a history tab. */
export function GroupDrawer({ id, within, ...form }: Props) {
  const { t } = useTranslation();
  const title = t(`groups.${getWord(form.kind)}.${id === null ? 'add' : 'edit'}`);
  return (
    <RecordDrawer opened={form.opened} title={title} gone={t('groups.form.gone')} onClose={form.onClose}>
      {id === null ? <NewGroup {...form} title={title} within={within} /> : <ExistingGroup {...form} title={title} id={id} />}
    </RecordDrawer>
  );
}

type InForm = Omit<FormProps, 'record' | 'group' | 'onReload'>;

function NewGroup({ within, ...form }: InForm & { within: string | undefined }) {
  // No suspense: the form doesn't wait for the name of the group that it starts in.
  const { data } = useQuery({ ...filterGroupQuery(within ?? ''), enabled: within !== undefined });
  return <GroupDrawerForm {...form} record={null} within={within} group={data && within ? { id: within, name: data.name } : null} />;
}

function ExistingGroup({ id, ...form }: InForm & { id: string }) {
  const { data, refetch } = useSuspenseQuery(oneQuery(form.kind, id));
  const { groupId, groupName } = data;
  const group = groupId && groupName ? { id: groupId, name: groupName } : null;
  return <GroupDrawerForm {...form} record={data} group={group} onReload={async () => (await refetch()).data} />;
}
