import { NumberInput } from '@mantine/core';
import { useId } from 'react';
import { passwordLength, settableDays, settableLength } from '../../../domain/accounts/limits.ts';
import { loginTimeout } from '../../../domain/settings/limits.ts';
import { useTranslation } from '../../i18n.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import { AddressesCard } from './AddressesCard.tsx';
import { AreaForm, Card, Row } from './AreaForm.tsx';
import { FactorUse } from './FactorUse.tsx';
import { useDefaultWords } from './use-default-words.ts';
import { type Field, type SettingsForm, useSettingsForm } from './use-settings-form.ts';

type NumberField = Extract<Field, 'min_character' | 'expiry_time_password' | 'login_timeout'>;
type NumberProps = { form: SettingsForm; field: NumberField; text: string; least: number; most: number; placeholder?: string };

function NumberRow({ form, field, text, least, most, placeholder }: NumberProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <Row label={t(`settings.${field}`)} text={text} labelId={id}>
      <NumberInput
        aria-labelledby={id}
        value={form.valueOf(field) ?? ''}
        min={least}
        max={most}
        allowDecimal={false}
        clampBehavior="blur"
        {...(placeholder && { placeholder })}
        onChange={(next) => {
          if (typeof next === 'number') form.set(field, next);
          else if (field !== 'login_timeout') form.set(field, null);
        }}
        error={form.getError(field)}
      />
    </Row>
  );
}

/** The unit's password policy, second-factor requirement and session length. */
export function SecurityArea() {
  const { t } = useTranslation();
  const form = useSettingsForm();
  const scopeId = useId();
  const withDefault = useDefaultWords();
  const flag = (
    field: 'password_sign_in' | 'enable_password' | 'capital_letter' | 'special_characters' | 'mfa_master' | 'mfa_trust_sso',
  ) => ({
    label: t(`settings.${field}`),
    text: withDefault(field, t(`settings.${field}.text`)),
    checked: form.valueOf(field) === 'S',
    onChange: (on: boolean) => form.set(field, on ? 'S' : 'N'),
  });
  return (
    <AreaForm form={form} area="security">
      <Card title={t('settings.pattern')}>
        <SwitchRow {...flag('password_sign_in')} />
        {form.getError('password_sign_in') && <Notice tone="err">{form.getError('password_sign_in')}</Notice>}
        <SwitchRow {...flag('enable_password')} />
        {form.valueOf('enable_password') === 'S' && (
          <>
            <NumberRow
              form={form}
              field="min_character"
              text={withDefault('min_character', t('settings.min_character.text', settableLength), passwordLength.least)}
              least={settableLength.least}
              most={settableLength.most}
              placeholder={String(passwordLength.least)}
            />
            <SwitchRow {...flag('capital_letter')} />
            <SwitchRow {...flag('special_characters')} />
            <NumberRow
              form={form}
              field="expiry_time_password"
              text={t('settings.expiry_time_password.text')}
              least={settableDays.least}
              most={settableDays.most}
            />
            <p className="small muted">{t('settings.strictest')}</p>
          </>
        )}
      </Card>
      {form.config.functions.mfa && (
        <Card title={t('settings.mfa')}>
          <SwitchRow {...flag('mfa_master')} />
          <Row label={t('settings.mfa_required')} text={t('settings.mfa_required.text')} labelId={scopeId}>
            <Segmented
              label={t('settings.mfa_required')}
              segments={[
                { value: 'all', label: t('settings.mfa_required.all') },
                { value: 'administrators', label: t('settings.mfa_required.administrators') },
              ]}
              value={form.valueOf('mfa_required') ?? 'all'}
              onChange={(next) => form.set('mfa_required', next)}
            />
          </Row>
          <FactorUse form={form} />
          <SwitchRow {...flag('mfa_trust_sso')} />
        </Card>
      )}
      <Card title={t('settings.sessions')}>
        <NumberRow
          form={form}
          field="login_timeout"
          text={withDefault('login_timeout', t('settings.login_timeout.text', loginTimeout))}
          least={loginTimeout.least}
          most={loginTimeout.most}
        />
      </Card>
      <AddressesCard form={form} />
    </AreaForm>
  );
}
