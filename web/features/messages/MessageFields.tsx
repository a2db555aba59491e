import { useTranslation } from '../../i18n.ts';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import { AudienceField } from './AudienceField.tsx';
import type { MessageParts } from './message-draft.ts';
import { TextFields } from './TextFields.tsx';
import './messages.css';

/** The fields of a message within another form. */
export function MessageFields({ form }: { form: MessageParts }) {
  const { t } = useTranslation();
  return (
    <div className="message-parts">
      <AudienceField form={form} />
      <TextFields form={form} />
      <SwitchRow
        label={t('messages.form.mail')}
        text={t('messages.form.mailHelp')}
        checked={form.draft.mail}
        onChange={(mail) => form.set('mail', mail)}
      />
    </div>
  );
}
