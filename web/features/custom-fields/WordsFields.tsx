import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Words } from '../../../domain/custom-fields/field.ts';
import { getKey } from '../../../domain/custom-fields/key.ts';
import { maxHelpLength, maxLabelLength } from '../../../domain/custom-fields/limits.ts';
import type { Language } from '../../../domain/session/languages.ts';
import { languageNames } from '../../../i18n/languages.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconLanguage } from '../../ui/icons.ts';
import type { FieldForm } from './use-field-form.ts';

const languages = Object.keys(languageNames) as Language[]; // because Object.keys loses the literal type
const inOrder: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];
const put = (words: Words, language: Language, word: string): Words => {
  const { [language]: _, ...others } = words;
  return word === '' ? others : { ...others, [language]: word };
};

type Props = { form: FieldForm; own: Language; keyName: string | null };

/** Label and help in the unit's language, with translations. */
export function WordsFields({ form, own, keyName }: Props) {
  const { t } = useTranslation();
  const { labels, helps } = form.draft;
  const others = languages.filter((language) => language !== own);
  const [more, setMore] = useState(false);
  const shown = more || others.some((language) => labels[language] || helps[language]);
  const label = labels[own] ?? '';
  return (
    <>
      <TextInput
        data-autofocus
        label={t('customFields.part.labels')}
        description={
          <>
            {t(keyName === null ? 'customFields.keyWillBe' : 'customFields.keyIs')} <code>{keyName ?? getKey(label)}</code>
          </>
        }
        inputWrapperOrder={inOrder}
        value={label}
        onChange={(event) => form.set('labels', put(labels, own, event.currentTarget.value))}
        error={form.getError('labels')}
        maxLength={maxLabelLength}
        autoComplete="off"
      />
      <Textarea
        label={
          <>
            {t('customFields.part.helps')} <span className="muted">{t('ui.form.optional')}</span>
          </>
        }
        description={t('customFields.helpOfHelp')}
        inputWrapperOrder={inOrder}
        value={helps[own] ?? ''}
        onChange={(event) => form.set('helps', put(helps, own, event.currentTarget.value))}
        error={form.getError('helps')}
        maxLength={maxHelpLength}
        autosize
        minRows={2}
        maxRows={5}
      />
      {shown ? (
        <fieldset className="custom-languages">
          <legend>{t('customFields.languages')}</legend>
          <p className="small muted">{t('customFields.languagesText', { language: languageNames[own] })}</p>
          {others.map((language) => (
            <div key={language} className="custom-language" lang={language}>
              <TextInput
                label={t('customFields.labelIn', { language: languageNames[language] })}
                value={labels[language] ?? ''}
                placeholder={label}
                onChange={(event) => form.set('labels', put(labels, language, event.currentTarget.value))}
                maxLength={maxLabelLength}
                autoComplete="off"
              />
              <TextInput
                label={t('customFields.helpIn', { language: languageNames[language] })}
                value={helps[language] ?? ''}
                onChange={(event) => form.set('helps', put(helps, language, event.currentTarget.value))}
                maxLength={maxHelpLength}
                autoComplete="off"
              />
            </div>
          ))}
        </fieldset>
      ) : (
        <div>
          <Button size="s" icon={IconLanguage} onClick={() => setMore(true)}>
            {t('customFields.languagesAdd')}
          </Button>
        </div>
      )}
    </>
  );
}
