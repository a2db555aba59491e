import { TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { maxIdentityLength, maxNameLength } from '../../../domain/users/limits.ts';
import { isEmail } from '../../../domain/validation/email.ts';
import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { takesPasswords } from '../../app/start/takes-passwords.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useFormErrors } from '../../ui/form-errors.ts';
import { Notice } from '../../ui/Notice.tsx';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import { toast } from '../../ui/toast.ts';
import type { DialogProps } from './asked.ts';
import { choicesQuery } from './loader.ts';
import { refreshUsers } from './queries.ts';

/** Adds a user based on another: groups, permissions, identity and settings are copied; name, e-mail and phone number are new. */
export function DuplicateDialog({ row, opened, onClose, onAdded }: DialogProps<'duplicate'> & { onAdded: (id: string) => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  // No suspense: the dialog can be filled in before the unit's default for invitations is known.
  const { data: choices } = useQuery(choicesQuery);
  const form = useRef<HTMLFormElement>(null);
  const errors = useFormErrors(form);
  const [{ name, email, phone }, setFields] = useState({ name: '', email: '', phone: '' });
  const [invite, setInvite] = useState<boolean | null>(null);
  const [tried, setTried] = useState(false);
  const { save, busy, problem, problemAt, clear } = useSave({ fields: ['name', 'email', 'phone'] });
  const set = (field: 'name' | 'email' | 'phone', value: string) => {
    setFields((before) => ({ ...before, [field]: value }));
    clear();
  };
  const wrong = {
    name: tried && !name.trim() && t('ui.form.required', { name: t('users.field.name') }),
    email:
      tried &&
      (!email.trim()
        ? t('ui.form.required', { name: t('users.field.email') })
        : !isEmail(email.trim()) && t('ui.form.invalid', { name: t('users.field.email') })),
  };
  const invites = invite ?? choices?.invites ?? true;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!name.trim() || !isEmail(email.trim())) return errors.check();
    void save(async () => {
      const added = await call('POST /api/auth/users/{id}/duplicate', {
        id: row.id,
        name,
        email,
        phone: phone.trim() || null,
        invite: invites ? 'S' : 'N',
      });
      await refreshUsers(client);
      toast.success(
        t('users.added', { name: name.trim() }),
        added.invited ? { text: t('users.addedInvited', { email: email.trim() }) } : {},
      );
      onAdded(added.id);
      onClose();
    });
  };
  return (
    <Dialog opened={opened} onClose={onClose} title={t('users.ask.duplicate', { who: row.name })} text={t('users.ask.duplicateText')}>
      <form ref={form} onSubmit={submit} noValidate className="user-dialog">
        <TextInput
          label={t('users.field.name')}
          value={name}
          onChange={(event) => set('name', event.currentTarget.value)}
          error={wrong.name || problemAt('name')}
          maxLength={maxNameLength}
          autoComplete="off"
          data-autofocus
        />
        <TextInput
          label={t('users.field.email')}
          type="email"
          inputMode="email"
          value={email}
          onChange={(event) => set('email', event.currentTarget.value)}
          error={wrong.email || problemAt('email')}
          maxLength={maxIdentityLength}
          autoComplete="off"
        />
        <TextInput
          label={
            <>
              {t('users.field.phone')} <span className="muted">{t('ui.form.optional')}</span>
            </>
          }
          description={t('users.help.phone')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          type="tel"
          value={phone}
          onChange={(event) => set('phone', event.currentTarget.value)}
          error={problemAt('phone')}
          maxLength={40}
          autoComplete="off"
        />
        <SwitchRow
          label={t('users.field.invite')}
          text={t(takesPasswords ? 'users.help.invite' : 'users.help.invite.ways')}
          checked={invites}
          onChange={setInvite}
        />
        {problem && <Notice tone="err">{problem.text}</Notice>}
        <div className="dialog-actions">
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button kind="primary" type="submit" loading={busy}>
            {t('users.action.duplicate')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
