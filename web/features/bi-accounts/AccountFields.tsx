import { PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { AccountField } from '../../../domain/bi-accounts/draft.ts';
import { maxNameLength, maxResourceGroupLength, maxSecretLength } from '../../../domain/bi-accounts/limits.ts';
import { looksLikeSecretId } from '../../../domain/bi-accounts/secret.ts';
import { formatDate, formatIsoDay, typedDay } from '../../../domain/format/date.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import type { AccountFormState } from './use-account-form.ts';

const order: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];
type Form = Pick<AccountFormState, 'draft' | 'set' | 'getError'>;
type Props = { form: Form; secretSetAt: string | null };

/** The seven fields of point 3, a name and the secret's expiry; each explains where to find its value in the directory. */
export function AccountFields({ form, secretSetAt }: Props) {
  const { t, language } = useTranslation();
  const field = (name: AccountField, { optional = false, max = 36, help = true, isDay = false } = {}) => (
    <TextInput
      label={
        <>
          {t(`service.field.${name}`)} {optional && <span className="muted">{t('ui.form.optional')}</span>}
        </>
      }
      description={help ? t(`service.help.${name as 'appId'}`) : undefined}
      inputWrapperOrder={order}
      value={isDay ? formatIsoDay(language, form.draft[name]) : form.draft[name]}
      onChange={({ currentTarget: { value } }) => form.set(name, isDay ? typedDay(language, value) : value)}
      error={form.getError(name)}
      maxLength={max}
      placeholder={isDay ? t('service.dayPlaceholder') : ''}
      autoComplete="off"
      spellCheck={false}
    />
  );
  return (
    <>
      <TextInput
        data-autofocus
        label={t('service.field.name')}
        description={t('service.help.name')}
        inputWrapperOrder={order}
        value={form.draft.name}
        onChange={(event) => form.set('name', event.currentTarget.value)}
        error={form.getError('name')}
        maxLength={maxNameLength}
        autoComplete="off"
      />
      <h3 className="service-part">{t('service.part.application')}</h3>
      {field('directoryId')}
      {field('appId')}
      {field('objectId', { optional: true })}
      <SecretField form={form} secretSetAt={secretSetAt} />
      {field('secretEndsOn', { optional: true, max: 10, isDay: true })}
      <h3 className="service-part">{t('service.part.place')}</h3>
      {field('workspaceId', { optional: true })}
      {field('subscriptionId', { optional: true })}
      {field('resourceGroup', { optional: true, max: maxResourceGroupLength })}
    </>
  );
}

/** A secret can only be replaced; shows when the stored one was set. */
function SecretField({ form, secretSetAt }: { form: Form; secretSetAt: string | null }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const [replacing, setReplacing] = useState(secretSetAt === null);
  const suspicious = looksLikeSecretId(form.draft.secret);
  if (!replacing && secretSetAt)
    return (
      <div>
        <p className="service-label">{t('service.field.secret')}</p>
        <div className="service-secret">
          <span>{t('service.secret.setOn', { day: formatDate(language, new Date(secretSetAt), zone) })}</span>
          <Button size="s" onClick={() => setReplacing(true)}>
            {t('service.secret.replace')}
          </Button>
        </div>
      </div>
    );
  return (
    <div>
      <PasswordInput
        label={t('service.field.secret')}
        description={suspicious ? undefined : t('service.help.secret')}
        inputWrapperOrder={order}
        value={form.draft.secret}
        onChange={(event) => form.set('secret', event.currentTarget.value)}
        error={form.getError('secret')}
        maxLength={maxSecretLength}
        autoComplete="new-password"
        spellCheck={false}
        visibilityToggleButtonProps={{ 'aria-label': t('service.secret.show') }}
      />
      {suspicious && (
        <p className="small service-warning" role="status">
          {t('service.secret.looksLikeId')}
        </p>
      )}
      {secretSetAt && (
        <Button
          kind="text"
          size="s"
          className="copy-bare"
          onClick={() => {
            form.set('secret', '');
            setReplacing(false);
          }}
        >
          {t('service.secret.keep')}
        </Button>
      )}
    </div>
  );
}
