import { Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { maxReasonLength } from '../../../domain/users/limits.ts';
import { stops } from '../../../domain/users/transitions.ts';
import { useSave } from '../../app/data/use-save.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { type DialogProps, namedBy } from './asked.ts';
import { useChangeUsers } from './use-change-users.ts';

/** Confirms before users are deactivated or blocked, with a reason shown to the user and to later administrators. */
export function StatusDialog({ action, chosen, opened, onClose, onDone }: DialogProps<'status'>) {
  const { t } = useTranslation();
  const { bulk, status } = useChangeUsers();
  const [reason, setReason] = useState('');
  const { save, busy, problem } = useSave();
  const run = async (work: () => Promise<unknown>) => {
    if (!(await save(work))) return;
    onDone?.();
    onClose();
  };
  const [only] = chosen.count === 1 ? chosen.rows : [];
  const who = only?.name ?? t('users.count', { count: chosen.count });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(() => (only ? status(action, only, reason.trim()) : bulk({ action, ...namedBy(chosen), reason: reason.trim() })));
  };
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t(`users.ask.${action}`, { who })}
      text={stops(action) ? t(`users.ask.${action === 'block' ? 'blockText' : 'deactivateText'}`) : t('users.ask.activateText')}
    >
      <form onSubmit={submit} noValidate className="user-dialog">
        {stops(action) && (
          <Textarea
            label={
              <>
                {t('users.reason')} <span className="muted">{t('ui.form.optional')}</span>
              </>
            }
            description={t('users.reasonHelp')}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            maxLength={maxReasonLength}
            autosize
            minRows={2}
            maxRows={5}
            data-autofocus
          />
        )}
        {problem && <Notice tone="err">{problem.text}</Notice>}
        <div className="dialog-actions">
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button kind={action === 'block' ? 'danger' : 'primary'} type="submit" loading={busy}>
            {t(`users.action.${action}`)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
