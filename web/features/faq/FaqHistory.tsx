import { languageNames } from '../../../i18n/languages.ts';
import { History } from '../../app/layouts/History.tsx';
import { isLanguage, useTranslation } from '../../i18n.ts';
import { faqHistoryQuery } from './queries.ts';

const words = (value: unknown): Record<string, unknown> => (typeof value === 'object' && value !== null ? { ...value } : {});
const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : '–');

/** Who changed a question, when, and its former words. */
export function FaqHistory({ id }: { id: string }) {
  const { t } = useTranslation();
  return (
    <History
      query={faqHistoryQuery(id)}
      none={t('faq.history.none')}
      entry={({ what, who, before, after }) => {
        const lines: string[] = [];
        if (what === 'faq.edit') {
          for (const part of ['questions', 'answers'] as const) {
            const [was, is] = [words(before[part]), words(after[part])];
            for (const language of new Set([...Object.keys(was), ...Object.keys(is)])) {
              if (was[language] === is[language]) continue;
              const name = isLanguage(language) ? languageNames[language] : language;
              lines.push(t(`faq.history.${part}`, { language: name, before: text(was[language]), after: text(is[language]) }));
            }
          }
          if (after.audience) lines.push(t(after.audience === 'public' ? 'faq.history.public' : 'faq.history.signedIn'));
          if (after.below !== undefined) lines.push(t(after.below ? 'faq.history.below' : 'faq.history.here'));
        }
        return {
          title: t(what === 'faq.add' ? 'faq.history.add' : 'faq.history.edit', { who: who ?? t('faq.history.system') }),
          lines,
        };
      }}
    />
  );
}
