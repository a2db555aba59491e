import { formatList } from '../../../domain/format/number.ts';
import type { Language } from '../../../domain/session/languages.ts';
import { languageNames } from '../../../i18n/languages.ts';
import type { Translate } from '../../i18n.ts';
import type { MessageRow } from './loader.ts';

/** Languages by their own names. */
export const getNames = (some: readonly Language[], language: Language): string =>
  formatList(
    language,
    some.map((each) => languageNames[each]),
  );

/** The recipients of a message in a few words. */
export function audienceWords({ audience }: Pick<MessageRow, 'audience'>, t: Translate, language: Language): string {
  const { type, profile, names, count } = audience;
  if (type === 'all') return t('messages.to.all');
  if (type === 'profile')
    return t('messages.to.named', { type: t('messages.to.profile'), names: profile ? t(`shell.profile.${profile}`) : '–' });
  const known = names.length > 0 ? formatList(language, names) : '–';
  const more = count - names.length;
  return t('messages.to.named', {
    type: t(`messages.to.${type}`),
    names: more > 0 && names.length > 0 ? t('messages.to.more', { names: names.join(', '), more }) : known,
  });
}

/** The subject in the reader's language, or in the first one that it has. */
export const getSubject = (subjects: Partial<Record<Language, string>>, language: Language): string =>
  subjects[language] ?? Object.values(subjects)[0] ?? '–';
