import { takesPasswords } from '../../app/start/takes-passwords.ts';
import { useTranslation } from '../../i18n.ts';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import { AreaForm, Card } from './AreaForm.tsx';
import { useDefaultWords } from './use-default-words.ts';
import { useSettingsForm } from './use-settings-form.ts';

/** How users join the unit, and whether support may enter their sessions. */
export function PeopleArea() {
  const { t } = useTranslation();
  const form = useSettingsForm();
  const withDefault = useDefaultWords();
  const left = form.config.functions;
  const flag = (
    field: 'send_email_register_user' | 'user_import' | 'allow_access_remote' | 'show_questionario_perfil',
    allowed = true,
  ) => ({
    label: t(`settings.${field}`),
    text: withDefault(field, t(`settings.${field}.text`)),
    checked: allowed && form.valueOf(field) === 'S',
    disabledReason: allowed ? null : t('settings.above'),
    onChange: (on: boolean) => form.set(field, on ? 'S' : 'N'),
  });
  return (
    <AreaForm form={form} area="people">
      <Card title={t('settings.arrival')}>
        <SwitchRow
          {...flag('send_email_register_user')}
          {...(!takesPasswords && { text: withDefault('send_email_register_user', t('settings.send_email_register_user.ways')) })}
        />
        <SwitchRow {...flag('user_import', left?.user_import)} />
      </Card>
      <Card title={t('settings.area.questionnaire')}>
        <SwitchRow {...flag('show_questionario_perfil')} />
      </Card>
      <Card title={t('settings.remote')}>
        <SwitchRow {...flag('allow_access_remote', left?.remote)} />
        {left?.remote !== false && form.valueOf('allow_access_remote') === 'S' && (
          <SwitchRow
            label={t('settings.remote_consent')}
            text={t('settings.remote_consent.text')}
            checked={form.valueOf('remote_consent') !== 'none'}
            onChange={(on) => form.set('remote_consent', on ? 'each' : 'none')}
          />
        )}
      </Card>
    </AreaForm>
  );
}
