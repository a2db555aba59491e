import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { textOfHtml } from '../../../domain/html-import/text-of-html.ts';
import { messageLimits } from '../../../domain/messages/limits.ts';
import { gapsIn } from '../../../domain/messages/texts.ts';
import { parseMarkdown } from '../../../domain/rich-text/markdown.ts';
import { type Language, languages } from '../../../domain/session/languages.ts';
import { languageNames } from '../../../i18n/languages.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconCode } from '../../ui/icons.ts';
import { RichTextField } from '../../ui/rich-text/RichTextField.tsx';
import { HtmlImport, ImportedText } from '../html-import/index.ts';
import { getTexts, type MessageParts, noWords, type Words, writtenIn } from './message-draft.ts';
import { getNames } from './words.ts';

/** Subject and text, one language at a time; what is missing is named. */
export function TextFields({ form }: { form: MessageParts }) {
  const { t, language } = useTranslation();
  const [shown, setShown] = useState<Language>(language);
  const [importing, setImporting] = useState(false);
  const words = form.draft.texts[shown] ?? noWords;
  const written = writtenIn(form.draft);
  const gaps = gapsIn(getTexts(form.draft));
  const set = (change: Partial<Words>) => form.set('texts', { ...form.draft.texts, [shown]: { ...words, ...change } });
  return (
    <div className="message-part">
      <Select
        label={t('messages.form.language')}
        data={languages.map((value) => ({ value, label: written.includes(value) ? `${languageNames[value]} ✓` : languageNames[value] }))}
        value={shown}
        onChange={(value) => setShown(languages.find((known) => known === value) ?? shown)}
        allowDeselect={false}
        comboboxProps={{ zIndex: 320 }}
        withScrollArea={false}
      />
      <TextInput
        label={t('messages.form.subject')}
        value={words.subject}
        onChange={(event) => set({ subject: event.currentTarget.value })}
        error={form.getError('texts')}
        maxLength={messageLimits.subject}
        autoComplete="off"
        lang={shown}
      />
      {words.html ? (
        <ImportedText
          html={words.html}
          error={undefined}
          onRemove={() => set({ html: '', body: words.body.length > 0 ? words.body : parseMarkdown(textOfHtml(words.html)) })}
        />
      ) : (
        <RichTextField key={shown} label={t('messages.form.body')} value={words.body} onChange={(body) => set({ body })} lang={shown} />
      )}
      <div>
        <Button icon={IconCode} aria-haspopup="dialog" onClick={() => setImporting(true)}>
          {t('htmlImport.import')}
        </Button>
      </div>
      <HtmlImport
        opened={importing}
        text={t('messages.form.import')}
        onClose={() => setImporting(false)}
        onImport={(html) => {
          set({ html });
          setImporting(false);
        }}
      />
      {written.length > 0 && gaps.length > 0 && (
        <p className="small muted" role="status">
          {t('messages.form.gaps', { languages: getNames(gaps, language) })}
        </p>
      )}
    </div>
  );
}
