import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Language, languages } from '../../../domain/session/languages.ts';
import { languageNames } from '../../../i18n/languages.ts';
import { type CallInput, call } from '../../app/data/api.ts';
import { useTranslation } from '../../i18n.ts';
import { Notice } from '../../ui/Notice.tsx';
import { messagesKey } from './loader.ts';
import { MessageText } from './MessageText.tsx';
import { getTexts, type MessageDraft } from './message-draft.ts';

const settleMs = 400;

/** What readers of a language will see: in their notifications and in the mail, in the words of the server. */
export function Preview({ draft, mail }: { draft: MessageDraft; mail: boolean }) {
  const { t, language } = useTranslation();
  const [reader, setReader] = useState<Language>(language);
  const texts = getTexts(draft);
  const [asked] = useDebouncedValue(JSON.stringify({ texts, language: reader }), settleMs);
  const isWritten = Object.keys(texts).length > 0;
  // No suspense: a preview beside the fields, which don't wait for it.
  const { data } = useQuery({
    queryKey: [...messagesKey, 'preview', asked],
    // because the key is the body
    queryFn: ({ signal }) =>
      call('POST /api/auth/messages/preview', JSON.parse(asked) as CallInput<'POST /api/auth/messages/preview'>, { signal }),
    enabled: isWritten && asked.includes('"subject"'),
    placeholderData: keepPreviousData,
  });
  const words = data && texts[data.language];
  return (
    <section className="message-preview" aria-label={t('messages.preview')}>
      <div className="message-preview-head">
        <h3>{t('messages.preview')}</h3>
        <Select
          aria-label={t('messages.preview.as')}
          data={languages.map((value) => ({ value, label: languageNames[value] }))}
          value={reader}
          onChange={(value) => setReader(languages.find((known) => known === value) ?? reader)}
          allowDeselect={false}
          comboboxProps={{ zIndex: 320 }}
          withScrollArea={false}
        />
      </div>
      {!isWritten && <p className="muted small">{t('messages.preview.empty')}</p>}
      {isWritten && data && words && (
        <>
          {data.language !== reader && (
            <Notice tone="info" live={false}>
              {t('messages.preview.fallback', { language: languageNames[data.language] })}
            </Notice>
          )}
          <p className="message-kind small muted">{t('messages.preview.inbox')}</p>
          <div className="message-card" lang={data.language}>
            <p className="inbox-name">{data.subject}</p>
            <p className="muted">{data.excerpt}</p>
          </div>
          {mail && (
            <>
              <p className="message-kind small muted">{t('messages.preview.mail')}</p>
              <div className="message-card message-mail" lang={reader}>
                <p className="message-subject">{data.subject}</p>
                <p>{data.greeting}</p>
                <MessageText written={words} title={t('messages.preview.mail')} lang={data.language} />
                <p>{data.by}</p>
                <p>
                  <span className="message-button">{data.action}</span>
                </p>
                <p className="small muted">{data.footer}</p>
              </div>
            </>
          )}
        </>
      )}
    </section>
  );
}
