import { Textarea, TextInput } from '@mantine/core';
import { maxDescriptionLength, maxTitleLength } from '../../../../domain/report-management/limits.ts';
import type { Language } from '../../../../domain/session/languages.ts';
import { languageNames } from '../../../../i18n/languages.ts';
import { useTranslation } from '../../../i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { IconPlus, IconX } from '../../../ui/icons.ts';
import { useReportForm } from '../report-form.tsx';

// Because Object.keys loses the literal type.
const languages = (Object.keys(languageNames) as Language[]).map((id) => ({ id, name: languageNames[id] }));

/** Title and description in other languages; a language without its own shows the report's default for both. */
export function LanguageTexts() {
  const { t } = useTranslation();
  const { draft, set, getError } = useReportForm();
  const { texts } = draft;
  const problem = getError('texts');
  const put = (id: keyof typeof texts, own: { title: string; description: string } | undefined) => {
    const { [id]: _, ...others } = texts;
    set('texts', own ? { ...others, [id]: own } : others);
  };
  return (
    <fieldset className="manage-languages">
      <legend className="manage-label">{t('manage.field.texts')}</legend>
      <p className="small muted">{t('manage.help.texts')}</p>
      {languages.map(({ id, name }) => {
        const own = texts[id];
        if (!own) return null;
        return (
          <div key={id} className="manage-language" lang={id}>
            <div className="manage-language-head">
              <b>{name}</b>
              <IconButton icon={IconX} label={t('manage.texts.remove', { language: name })} onClick={() => put(id, undefined)} />
            </div>
            <TextInput
              label={t('manage.texts.title', { language: name })}
              value={own.title}
              onChange={(event) => put(id, { title: event.currentTarget.value, description: own.description ?? '' })}
              error={own.title.trim() ? undefined : problem}
              maxLength={maxTitleLength}
              autoComplete="off"
            />
            <Textarea
              label={t('manage.texts.description', { language: name })}
              value={own.description ?? ''}
              onChange={(event) => put(id, { title: own.title, description: event.currentTarget.value })}
              maxLength={maxDescriptionLength}
              autosize
              minRows={2}
              maxRows={6}
            />
          </div>
        );
      })}
      <div className="row row-wrap">
        {languages
          .filter(({ id }) => !texts[id])
          .map(({ id, name }) => (
            <Button key={id} size="s" icon={IconPlus} onClick={() => put(id, { title: draft.title, description: draft.description })}>
              {name}
            </Button>
          ))}
      </div>
    </fieldset>
  );
}
