import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSave } from '../../app/data/use-save.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { type DialogProps, namedBy } from './asked.ts';
import { choicesQuery } from './loader.ts';
import { useChangeUsers } from './use-change-users.ts';

/** Adds users to a user group. */
export function GroupDialog({ chosen, opened, onClose, onDone }: DialogProps<'group'>) {
  const { t } = useTranslation();
  // No suspense: the dialog opens over a list that may have been read before its groups.
  const { data } = useQuery(choicesQuery);
  const { bulk } = useChangeUsers();
  const [group, setGroup] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const { save, busy, problem } = useSave();
  const run = async (work: () => Promise<unknown>) => {
    if (!(await save(work))) return;
    onDone?.();
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (group) void run(() => bulk({ action: 'addToGroup', ...namedBy(chosen), userGroupId: group, reason: '' }));
  };
  const groups = data?.groups ?? [];
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('users.ask.group', { count: chosen.count })}
      text={t(data && groups.length === 0 ? 'users.ask.noGroups' : 'users.ask.groupText')}
    >
      <form onSubmit={submit} noValidate className="user-dialog">
        <Select
          label={t('users.field.group')}
          data={groups.map(({ id, name }) => ({ value: id, label: name }))}
          value={group}
          onChange={setGroup}
          error={tried && !group && t('ui.form.required', { name: t('users.field.group') })}
          searchable
          nothingFoundMessage={t('users.filter.none')}
          withScrollArea={false}
          classNames={{ options: 'group-options' }}
          comboboxProps={{ zIndex: 330 }}
          data-autofocus
        />
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
