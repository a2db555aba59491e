import type { NotificationKind } from '../../../domain/notifications/kinds.ts';
import { builtInWords } from '../../../domain/notifications/words.ts';
import type { MailTexts } from '../../../i18n/mail-server.ts';

/** The built-in text of a kind as a template: with its variables in place of values. */
export function builtInMail(kind: NotificationKind, t: MailTexts) {
  const { title, text, action } = builtInWords(kind, t);
  return { subject: title, greeting: t('mail.greeting', { name: '{{recipient}}' }), text, button: action };
}
