import { MailChoices } from '../../app/notices/MailChoices.tsx';
import { useTranslation } from '../../i18n.ts';
import { FormDrawer } from '../../ui/FormDrawer.tsx';

/** E-mail preferences beside the inbox; every switch is saved immediately. */
export function MailPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <FormDrawer opened title={t('inbox.mail.title')} dirty={false} readOnly onSubmit={() => undefined} onClose={onClose}>
      <MailChoices />
    </FormDrawer>
  );
}
