import { can } from '../../../domain/access/permissions.ts';
import { MailChoices } from '../../app/notices/MailChoices.tsx';
import { useWho } from '../../app/session/session.ts';
import { useTranslation } from '../../i18n.ts';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import { AreaForm, Card } from './AreaForm.tsx';
import { useSettingsForm } from './use-settings-form.ts';

function UnitMail() {
  const { t } = useTranslation();
  const form = useSettingsForm();
  return (
    <AreaForm form={form} area="notifications">
      <Card title={t('settings.unitMail')}>
        <SwitchRow
          label={t('settings.send_email_notification')}
          text={t('settings.send_email_notification.text')}
          checked={form.valueOf('send_email_notification') === 'S'}
          onChange={(on) => form.set('send_email_notification', on ? 'S' : 'N')}
        />
      </Card>
    </AreaForm>
  );
}

/** For administrators, whether the business unit sends notifications by e-mail; for everyone, which of them they receive. */
export function NotificationsArea() {
  const { t } = useTranslation();
  const who = useWho();
  return (
    <>
      {who && can(who, 'settings.edit') && <UnitMail />}
      <Card title={t('settings.mine')}>
        <MailChoices />
      </Card>
    </>
  );
}
