import { TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { toast } from '../../ui/toast.ts';
import { type OneUnit, refreshTenants } from './queries.ts';

type Props = { unit: OneUnit; invitee: NonNullable<OneUnit['invitee']>; onClose: () => void };

/** Resends the first administrator's invitation, to the same address or another one. */
export function InviteDialog({ unit, invitee, onClose }: Props) {
  const { t } = useTranslation();
  const [email, setEmail] = useState(invitee.email);
  const { save, busy, problem, problemAt, refuse } = useSave({ fields: ['email'], refresh: (client) => void refreshTenants(client) });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const address = email.trim();
    if (busy) return;
    if (!address) return refuse(t('ui.form.required', { name: t('tenants.invitee.email') }), 'email');
    await save(async () => {
      await call('POST /api/auth/units/{id}/invite', {
        id: unit.id,
        user: invitee.id,
        ...(address === invitee.email ? {} : { email: address }),
      });
      toast.success(t('tenants.invitee.done', { email: address }));
      onClose();
    });
  };
  return (
    <Dialog opened onClose={onClose} title={t('tenants.invitee.title', { name: invitee.name })}>
      <form className="stack" onSubmit={submit} noValidate>
        {problem && (
          <Notice tone="err" title={t('tenants.invitee.failed')}>
            {problem.text}
          </Notice>
        )}
        <TextInput
          type="email"
          data-autofocus
          label={t('tenants.invitee.email')}
          description={t('tenants.invitee.help')}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={problemAt('email')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
        />
        <div className="dialog-actions">
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" kind="primary" loading={busy}>
            {t('tenants.invitee.send')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
