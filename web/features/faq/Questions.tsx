import { type ReactNode, useState } from 'react';
import { plainText } from '../../../domain/rich-text/plain.ts';
import type { RichText as Tree } from '../../../domain/rich-text/tree.ts';
import type { Language } from '../../../domain/session/languages.ts';
import { matchesSearch } from '../../../domain/text/fold.ts';
import { useTranslation } from '../../i18n.ts';
import { EmptyState, FilteredEmpty } from '../../ui/EmptyState.tsx';
import { IconChevronDown, IconSearch } from '../../ui/icons.ts';
import { RichText } from '../../ui/RichText.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import './faq.css';

export type Question = { id: string; language: Language; question: string; answer: Tree };
type Props<Item extends Question> = {
  items: readonly Item[];
  /** Beside the question: who sees it, where it comes from. */
  facts?: (item: Item) => ReactNode;
  /** Below the answer. */
  foot?: (item: Item) => ReactNode;
  empty?: ReactNode;
};

/**
 * The questions that match what is searched; each opens to its answer. The browser has all of them, so searching asks no one. Also on a
 * public page, which has none of Mantine's components.
 */
export function Questions<Item extends Question>({ items, facts, foot, empty }: Props<Item>) {
  const { t, language } = useTranslation();
  const [search, setSearch] = useState('');
  if (items.length === 0) return empty ?? <EmptyState title={t('faq.none')} text={t('faq.noneText')} />;
  const found = items.filter((item) => matchesSearch(`${item.question} ${plainText(item.answer)}`, search));
  return (
    <>
      <div className="faq-search">
        <IconSearch size={16} aria-hidden="true" />
        <input
          type="search"
          aria-label={t('faq.search')}
          placeholder={t('faq.search')}
          value={search}
          maxLength={200}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      </div>
      <VisuallyHidden role="status">{search.trim() ? t('faq.found', { count: found.length }) : ''}</VisuallyHidden>
      {found.length === 0 ? (
        <FilteredEmpty filters={`“${search.trim()}”`} onClear={() => setSearch('')} />
      ) : (
        <ul className="plain-list faq-list">
          {found.map((item) => (
            <li key={item.id}>
              <details className="faq-item" name="faq">
                <summary>
                  <h2 className="faq-question" lang={item.language === language ? undefined : item.language}>
                    {item.question}
                  </h2>
                  {facts?.(item)}
                  <IconChevronDown size={18} className="faq-chevron" aria-hidden="true" />
                </summary>
                <div className="faq-answer">
                  <RichText text={item.answer} lang={item.language === language ? undefined : item.language} />
                  {foot?.(item)}
                </div>
              </details>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
