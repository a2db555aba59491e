import { Select, TextInput } from '@mantine/core';
import { noticeLimits } from '../../../domain/notices/limits.ts';
import { type Language, languages } from '../../../domain/session/languages.ts';
import { languageNames } from '../../../i18n/languages.ts';
import { useTranslation } from '../../i18n.ts';
import { RichTextField } from '../../ui/rich-text/RichTextField.tsx';
import { type DraftForm, getGaps, noWords, type Words } from './notice-draft.ts';

export type Shown = Language | 'main';

type Props = { form: DraftForm; shown: Shown; onShow: (shown: Shown) => void };

/** Title and text, of all languages or of one; the languages without their own are named. */
export function WordFields({ form, shown, onShow }: Props) {
  const { t } = useTranslation();
  const { words: main, texts } = form.draft;
  const words: Words = shown === 'main' ? main : (texts[shown] ?? noWords);
  const set = (change: Partial<Words>) =>
    form.change(shown === 'main' ? { words: { ...main, ...change } } : { texts: { ...texts, [shown]: { ...words, ...change } } });
  const gaps = getGaps(texts);
  const isWritten = (language: Language) => !gaps.includes(language);
  return (
    <>
      <div className="notice-languages">
        <Select
          label={t('notices.form.language')}
          data={[
            { value: 'main', label: t('notices.form.main') },
            ...languages.map((value) => ({ value, label: isWritten(value) ? `${languageNames[value]} ✓` : languageNames[value] })),
          ]}
          value={shown}
          onChange={(value) => onShow(languages.find((known) => known === value) ?? 'main')}
          allowDeselect={false}
          comboboxProps={{ zIndex: 320 }}
          withScrollArea={false}
        />
        <p className="small muted">
          {gaps.length === 0
            ? t('notices.form.noGaps')
            : t('notices.form.gaps', { languages: gaps.map((language) => languageNames[language]).join(', ') })}
        </p>
        {form.getError('texts') && (
          <p className="moment-error" role="alert">
            {form.getError('texts')}
          </p>
        )}
      </div>
      <TextInput
        label={t('notices.form.title')}
        value={words.title}
        onChange={(event) => set({ title: event.currentTarget.value })}
        error={shown === 'main' ? form.getError('title') : undefined}
        maxLength={noticeLimits.title}
        autoComplete="off"
        data-autofocus
        lang={shown === 'main' ? undefined : shown}
      />
      <RichTextField
        key={shown}
        label={t('notices.form.body')}
        value={words.body}
        onChange={(body) => set({ body })}
        error={shown === 'main' ? form.getError('body') : undefined}
        {...(shown !== 'main' && { lang: shown })}
      />
    </>
  );
}
