import { Input, Textarea } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { fitsRichText } from '../../../domain/rich-text/check.ts';
import { formatMarkdown, parseMarkdown } from '../../../domain/rich-text/markdown.ts';
import { type RichText, richTextLimits } from '../../../domain/rich-text/tree.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../Button.tsx';
import './rich-text-field.css';

// The editor is larger than most pages: it is fetched when someone asks for it.
const Editor = lazy(() => import('./Editor.tsx'));

type Props = {
  label: string;
  value: RichText;
  onChange: (text: RichText) => void;
  error?: ReactNode;
  /** Below the label, in place of the hint about Markdown. */
  description?: string;
  required?: boolean;
  minRows?: number;
  /** The language in which the text is written. */
  lang?: string;
};

/** A field for formatted text: Markdown to type at once, and an editor with buttons behind *Format*. */
export function RichTextField({ label, value, onChange, error, description, required, minRows = 8, lang }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [formatted, setFormatted] = useState(false);
  const [text, setText] = useState(() => formatMarkdown(value));
  const [written, setWritten] = useState(() => JSON.stringify(value));
  // A value that doesn't come from this field replaces what is typed: another language, a draft that was discarded.
  const given = JSON.stringify(value);
  if (given !== written) {
    setWritten(given);
    setText(formatMarkdown(value));
  }
  const change = (next: RichText, typed: string) => {
    setText(typed);
    setWritten(JSON.stringify(next));
    onChange(next);
  };
  const problem = error ?? (fitsRichText(value) ? undefined : t('ui.richText.tooLong', { most: richTextLimits.characters }));
  const hint = description ?? t(formatted ? 'ui.richText.formatHint' : 'ui.richText.hint');
  return (
    <div className="rich-field">
      <Button kind="text" size="s" aria-pressed={formatted} onClick={() => setFormatted(!formatted)}>
        {t(formatted ? 'ui.richText.markdown' : 'ui.richText.format')}
      </Button>
      {formatted ? (
        <Input.Wrapper
          label={label}
          labelElement="div"
          description={hint}
          descriptionProps={{ id: `${id}-hint` }}
          error={problem}
          errorProps={{ id: `${id}-error` }}
          withAsterisk={required}
        >
          <Suspense fallback={<div className="rich-loading skeleton" />}>
            <Editor
              value={value}
              onChange={(next) => change(next, formatMarkdown(next))}
              label={label}
              describedBy={problem ? `${id}-error` : `${id}-hint`}
              invalid={!!problem}
              lang={lang}
            />
          </Suspense>
        </Input.Wrapper>
      ) : (
        <Textarea
          label={label}
          description={hint}
          value={text}
          minRows={minRows}
          rows={minRows}
          error={problem}
          withAsterisk={required}
          aria-required={required || undefined}
          lang={lang}
          resize="vertical"
          onChange={(event) => change(parseMarkdown(event.currentTarget.value), event.currentTarget.value)}
        />
      )}
    </div>
  );
}
