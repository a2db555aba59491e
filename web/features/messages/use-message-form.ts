import { useTranslation } from '../../i18n.ts';
import { useForm } from '../../ui/use-form.ts';
import { emptyDraft, getAudience, halfIn, type MessageDraft, type MessageField, writtenIn } from './message-draft.ts';

/** A new message. */
export function useMessageForm() {
  const { t } = useTranslation();
  return useForm<MessageDraft, MessageField>({
    start: emptyDraft,
    same: (field, one, other) => JSON.stringify(one[field]) === JSON.stringify(other[field]),
    problems: (draft) => ({
      ...(getAudience(draft) === null && { audience: t('ui.form.required', { name: t(`messages.to.${draft.type}`) }) }),
      ...((writtenIn(draft).length === 0 || halfIn(draft)) && { texts: t('messages.form.both') }),
    }),
  });
}
