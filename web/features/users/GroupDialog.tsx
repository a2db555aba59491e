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
        <GroupSelect groups={groups} value={group} onChange={setGroup} isMissing={tried && !group} />
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

type SelectProps = {
  groups: readonly { id: string; name: string }[];
  value: string | null;
  onChange: (group: string | null) => void;
  /** The form was submitted without a group. */
  isMissing: boolean;
  /** False where an open list would cover the buttons of its dialog. */
  openOnFocus?: boolean;
};

/** The first field of a dialog that adds people to a user group. */
export function GroupSelect({ groups, value, onChange, isMissing, openOnFocus = true }: SelectProps) {
  const { t } = useTranslation();
  const label = t('users.field.group');
  return (
    <Select
      label={label}
      data={groups.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
      error={isMissing && t('ui.form.required', { name: label })}
      searchable
      openOnFocus={openOnFocus}
      nothingFoundMessage={t('users.filter.none')}
      withScrollArea={false}
      classNames={{ options: 'group-options' }}
      comboboxProps={{ zIndex: 330 }}
      data-autofocus
    />
  );
}
