import { type FormEvent, useState } from 'react';
import { useSave } from '../../app/data/use-save.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { DayField } from '../../ui/MomentField.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { type DialogProps, namedBy } from './asked.ts';
import { endOfDay } from './expiry.ts';
import { useChangeUsers } from './use-change-users.ts';

/** Sets or removes the expiry date of several users. */
export function ExpiryDialog({ chosen, opened, onClose, onDone }: DialogProps<'expiry'>) {
  const { t } = useTranslation();
  const zone = useZone();
  const { bulk } = useChangeUsers();
  const [day, setDay] = useState<string | null>(null);
  const { save, busy, problem } = useSave();
  const run = async (work: () => Promise<unknown>) => {
    if (!(await save(work))) return;
    onDone?.();
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(() => bulk({ action: 'setExpiry', ...namedBy(chosen), expiresAt: day && endOfDay(day, zone), reason: '' }));
  };
  return (
    <Dialog opened={opened} onClose={onClose} title={t('users.ask.expiry', { count: chosen.count })} text={t('users.help.expiresAt')}>
      <form onSubmit={submit} noValidate className="user-dialog">
        <DayField label={t('users.field.expiresAt')} description={t('users.ask.expiryNone')} value={day} onChange={setDay} clearable />
        {problem && <Notice tone="err">{problem.text}</Notice>}
        <div className="dialog-actions">
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button kind="primary" type="submit" loading={busy}>
            {t('users.action.setExpiry')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
