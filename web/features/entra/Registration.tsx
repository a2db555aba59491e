import { PasswordInput, TextInput } from '@mantine/core';
import { maxSecretLength } from '../../../domain/entra/limits.ts';
import { formatDate } from '../../../domain/format/date.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import type { EntraForm } from './use-entra-form.ts';

/** The product's app registration, or the tenant's own with its secret, which can only be replaced. */
export function Registration({ form, shared, secretAt }: { form: EntraForm; shared: boolean; secretAt: string | null }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const { own, clientId, secret } = form.draft;
  const refused = form.getError('own');
  return (
    <section className="card card-pad entra-card">
      <h2>{t('entra.registration')}</h2>
      <SwitchRow
        label={t('entra.own')}
        text={t(shared ? 'entra.own.text' : 'entra.own.only')}
        checked={own === 'S'}
        onChange={(on) => form.set('own', on ? 'S' : 'N')}
      />
      {refused && (
        <p className="entra-error small" role="alert">
          {refused}
        </p>
      )}
      {own === 'S' && (
        <>
          <TextInput
            label={t('entra.clientId')}
            value={clientId}
            maxLength={36}
            placeholder="00000000-0000-0000-0000-000000000000"
            onChange={(event) => form.set('clientId', event.currentTarget.value.trim())}
            error={form.getError('clientId')}
            autoComplete="off"
            spellCheck={false}
          />
          {secretAt && secret === null ? (
            <div>
              <p className="entra-label">{t('entra.secret')}</p>
              <div className="entra-copy">
                <span className="muted">{t('entra.secret.set', { at: formatDate(language, new Date(secretAt), zone) })}</span>
                <Button size="s" onClick={() => form.set('secret', '')}>
                  {t('entra.secret.replace')}
                </Button>
              </div>
            </div>
          ) : (
            <PasswordInput
              label={t('entra.secret')}
              description={t('entra.secret.text')}
              value={secret ?? ''}
              maxLength={maxSecretLength}
              onChange={(event) => form.set('secret', event.currentTarget.value)}
              error={form.getError('secret')}
              autoComplete="new-password"
            />
          )}
        </>
      )}
    </section>
  );
}
