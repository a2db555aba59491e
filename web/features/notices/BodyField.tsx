import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { formatMarkdown, parseMarkdown } from '../../../domain/rich-text/markdown.ts';
import type { RichText } from '../../../domain/rich-text/tree.ts';
import { useTranslation } from '../../i18n.ts';

type Props = {
  label: string;
  value: RichText;
  onChange: (value: RichText) => void;
  error?: string | undefined;
  lang?: string | undefined;
};

/** The text of a notice, written in Markdown; it starts from `value`, and what is typed stays as typed. */
export function BodyField({ label, value, onChange, error, lang }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(() => formatMarkdown(value));
  return (
    <Textarea
      label={label}
      description={t('notices.form.bodyHelp')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange(parseMarkdown(event.currentTarget.value));
      }}
      error={error}
      autosize
      minRows={4}
      maxRows={12}
      lang={lang}
    />
  );
}
