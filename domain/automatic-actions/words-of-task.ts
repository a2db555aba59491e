import type { MessageTexts } from '../messages/texts.ts';
import { type Language, languages } from '../session/languages.ts';
import type { TaskOptions } from './fields.ts';

/** The words that a task sends or posts, by language; a notice's main words are in the unit's. Null for tasks that write to no one. */
export function wordsOfTask({ message, notice }: TaskOptions, ofUnit: Language): MessageTexts | null {
  if (message) return message.texts;
  if (!notice) return null;
  const own = { [ofUnit]: { title: notice.title, body: notice.body }, ...notice.texts };
  return Object.fromEntries(
    languages.flatMap((language) => {
      const words = own[language];
      return words ? [[language, { subject: words.title, body: words.body }] as const] : [];
    }),
  );
}
