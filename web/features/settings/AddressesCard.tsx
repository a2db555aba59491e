import { Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isAddressEntry, namesAddress } from '../../../domain/session/addresses.ts';
import { confirmsDeletion } from '../../../domain/text/deletion-name.ts';
import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { getClock, useSecondsLeft } from '../../app/session/use-countdown.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import { toast } from '../../ui/toast.ts';
import { Card } from './AreaForm.tsx';
import { formQuery } from './loader.ts';
import { whitelistQuery } from './queries.ts';
import { useDefaultWords } from './use-default-words.ts';
import type { SettingsForm } from './use-settings-form.ts';

const getLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** An allowlist on trial: the time left, and the button to keep it. */
function Trial({ until }: { until: string }) {
  const { t } = useTranslation();
  const left = useSecondsLeft(until);
  const { save, busy } = useSave({
    refusal: 'toast',
    refresh: (client) => client.invalidateQueries({ queryKey: formQuery.queryKey }),
  });
  const keep = () =>
    save(async () => {
      await call('POST /api/auth/config/addresses/confirm', {});
      toast.success(t('settings.ip.kept'));
    });
  if (left === 0) return null;
  return (
    <Notice
      tone="warn"
      action={
        <Button size="s" kind="primary" loading={busy} onClick={() => void keep()}>
          {t('settings.ip.keep')}
        </Button>
      }
    >
      {t('settings.ip.trial', { time: getClock(left) })}
    </Notice>
  );
}

/** Saving a list that excludes the administrator's own address requires typing the unit's name. */
function Lockout({ form }: { form: SettingsForm }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const { lockout } = form;
  const close = () => {
    setTyped('');
    form.forgetLockout();
  };
  return (
    <Dialog
      opened={lockout !== null}
      onClose={close}
      title={t('settings.ip.lockout.title')}
      text={t('settings.ip.lockout.text', { address: lockout?.address ?? '', name: lockout?.name ?? '' })}
    >
      <TextInput
        label={t('settings.ip.lockout.label')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus
      />
      <div className="dialog-actions">
        <Button onClick={close}>{t('ui.cancel')}</Button>
        <Button
          kind="danger"
          loading={form.saving}
          disabledReason={confirmsDeletion(typed, lockout?.name ?? '') ? null : t('settings.ip.lockout.label')}
          onClick={() => {
            const name = lockout?.name ?? '';
            close();
            void form.save(name);
          }}
        >
          {t('settings.ip.lockout.save')}
        </Button>
      </div>
    </Dialog>
  );
}

/** The IP addresses from which the unit's users may sign in and work (BEHAVIOUR 14). */
export function AddressesCard({ form }: { form: SettingsForm }) {
  const { t } = useTranslation();
  const withDefault = useDefaultWords();
  // No suspense: notes about this call's own address stand beside the fields, which don't wait for them.
  const { data } = useQuery(whitelistQuery);
  const [typed, setTyped] = useState<string | null>(null);
  const on = form.valueOf('ip') === 'S';
  const list = form.valueOf('listIp') ?? [];
  // The raw input stays as long as it parses to the form's value.
  const text = typed !== null && JSON.stringify(getLines(typed)) === JSON.stringify(list) ? typed : list.join('\n');
  const change = (next: string) => {
    setTyped(next);
    form.set('listIp', getLines(next));
  };
  const wrong = list.filter((entry) => !isAddressEntry(entry));
  const own = data?.own ?? '';
  const named = own !== '' && namesAddress(list, own);
  const names = data?.exempt.map(({ name }) => name).join(', ');
  return (
    <Card title={t('settings.addresses')}>
      {form.config.ip_trial && <Trial until={form.config.ip_trial} />}
      <SwitchRow
        label={t('settings.ip')}
        text={withDefault('ip', t('settings.ip.text'))}
        checked={on}
        onChange={(next) => form.set('ip', next ? 'S' : 'N')}
      />
      {on && own !== '' && (
        <>
          <Notice tone={named ? 'info' : 'warn'} live>
            {t(named ? 'settings.ip.safe' : 'settings.ip.warn', { address: own })}
          </Notice>
          {!named && (
            <p>
              <Button size="s" onClick={() => change([...list, own].join('\n'))}>
                {t('settings.ip.addOwn')}
              </Button>
            </p>
          )}
        </>
      )}
      {(on || list.length > 0) && (
        <Textarea
          label={t('settings.listIp')}
          description={t('settings.listIp.text')}
          value={text}
          autosize
          minRows={3}
          maxRows={12}
          spellCheck={false}
          error={wrong.length > 0 ? t('settings.listIp.wrong', { entries: wrong.slice(0, 3).join(', ') }) : form.getError('listIp')}
          onChange={(event) => change(event.currentTarget.value)}
        />
      )}
      {on && <p className="small muted">{names ? t('settings.ip.exempt', { names }) : t('settings.ip.exempt.none')}</p>}
      <Lockout form={form} />
    </Card>
  );
}
