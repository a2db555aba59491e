import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { maxNameLength } from '../../../domain/user-groups/limits.ts';
import { useGo } from '../../app/address/address.ts';
import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { toast } from '../../ui/toast.ts';
import { choicesQuery, GroupSelect } from '../users/index.ts';
import { refreshImport, type UserImport } from './queries.ts';

type Way = 'existing' | 'new';
type Props = { whole: UserImport; opened: boolean; onClose: () => void };

/** Adds everyone of an import to a user group, an existing or a new one, and leads to the reports that it gives access to. */
export function GiveAccess({ whole, opened, onClose }: Props) {
  const { t } = useTranslation();
  const go = useGo();
  // No suspense: the dialog opens before the groups are known.
  const { data } = useQuery(choicesQuery);
  const groups = data?.groups ?? [];
  const [chosen, setChosen] = useState<Way | null>(null);
  const way = chosen ?? (data && groups.length === 0 ? 'new' : 'existing');
  const [group, setGroup] = useState<string | null>(null);
  const [name, setName] = useState('');
  // A group that was created stays for the next attempt to add its members.
  const [made, setMade] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const { save, busy, problem, problemAt, clear } = useSave({ fields: ['name'], refresh: (client) => void refreshImport(client) });
  const wish = way === 'new' ? name.trim() : group;
  const createGroup = async (called: string) => {
    const { id } = await call('POST /api/auth/user-groups', { name: called });
    setMade(id);
    return id;
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (busy || !wish) return;
    await save(async () => {
      const id = way === 'new' ? (made ?? (await createGroup(wish))) : wish;
      const { added, existing } = await call('POST /api/auth/user-groups/{id}/members', { id, filter: { userImport: whole.id } });
      toast.success(t('userImport.give.done', { count: added + existing }));
      go(`/group_users?id=${id}&tab=reports`);
    });
  };
  return (
    <Dialog opened={opened} onClose={onClose} title={t('userImport.give', { count: whole.succeeded })} text={t('userImport.give.text')}>
      <form onSubmit={submit} noValidate className="import-give">
        {groups.length > 0 && (
          <Segmented
            label={t('users.field.group')}
            segments={[
              { value: 'existing', label: t('userImport.give.existing') },
              { value: 'new', label: t('userGroups.new') },
            ]}
            value={way}
            onChange={setChosen}
          />
        )}
        {way === 'new' ? (
          <TextInput
            label={t('userGroups.form.name')}
            value={name}
            onChange={(event) => {
              setName(event.currentTarget.value);
              setMade(null);
              clear();
            }}
            error={tried && !wish ? t('ui.form.required', { name: t('userGroups.form.name') }) : problemAt('name')}
            maxLength={maxNameLength}
            autoComplete="off"
            data-autofocus
          />
        ) : (
          // The dialog opens with this field focused.
          <GroupSelect groups={groups} value={group} onChange={setGroup} isMissing={tried && !wish} openOnFocus={false} />
        )}
        {problem && <Notice tone="err">{problem.text}</Notice>}
        <div className="dialog-actions">
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button kind="primary" type="submit" loading={busy}>
            {t('users.action.addToGroup')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
