import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { formatDateTime } from '../../../domain/format/date.ts';
import { call } from '../../app/data/api.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { RecordDrawer } from '../../app/layouts/RecordDrawer.tsx';
import { useTranslation } from '../../i18n.ts';
import { DrawerForm } from '../../ui/FormDrawer.tsx';
import { NestedHtml } from '../../ui/NestedHtml.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { RichText } from '../../ui/RichText.tsx';
import { messageQuery } from './loader.ts';

type Props = { id: string; onClose: () => void };

/** A message as its reader gets it; opening it marks it read. */
export function MessagePanel({ id, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <RecordDrawer opened title={t('inbox.message.title')} gone={t('inbox.message.gone')} onClose={onClose}>
      <Message id={id} onClose={onClose} />
    </RecordDrawer>
  );
}

function Message({ id, onClose }: Props) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const client = useQueryClient();
  const { data } = useSuspenseQuery(messageQuery(id, language));
  const { notification, read } = data;
  // Opening a message is what reads it; the server stores that.
  useEffect(() => {
    if (read) return;
    // A failure leaves it unread, which the inbox shows.
    void call('POST /api/auth/notifications/change', { action: 'read', ids: [notification] })
      .then(() => client.invalidateQueries({ queryKey: ['notifications'] }))
      .catch(() => undefined);
  }, [client, notification, read]);
  return (
    <DrawerForm
      title={data.subject}
      text={t('inbox.message.from', { person: data.sender, at: formatDateTime(language, new Date(data.at), zone) })}
      dirty={false}
      readOnly
      onSubmit={() => undefined}
      onClose={onClose}
    >
      {data.recalled && (
        <Notice tone="warn" live={false}>
          {t('inbox.message.recalled')}
        </Notice>
      )}
      {data.html === undefined ? (
        <RichText text={data.body ?? []} lang={data.language} />
      ) : (
        <NestedHtml title={data.subject} html={data.html} />
      )}
    </DrawerForm>
  );
}
