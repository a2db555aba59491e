import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { formatDateTime, formatTime } from '../../../domain/format/date.ts';
import { formatNumber } from '../../../domain/format/number.ts';
import { languages } from '../../../domain/session/languages.ts';
import { languageNames } from '../../../i18n/languages.ts';
import { call } from '../../app/data/api.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { RecordDrawer } from '../../app/layouts/RecordDrawer.tsx';
import { toastError } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { confirm } from '../../ui/confirm.ts';
import { DrawerForm } from '../../ui/FormDrawer.tsx';
import { toast } from '../../ui/toast.ts';
import { stateTones } from './columns.tsx';
import { type MessageRow, messageQuery, refreshMessages } from './loader.ts';
import { MessageText } from './MessageText.tsx';
import { audienceWords, getSubject } from './words.ts';

/** Recalls a message after asking, and says what it was too late for. */
export function useRecall() {
  const client = useQueryClient();
  const { t, language } = useTranslation();
  return async ({ id }: Pick<MessageRow, 'id'>): Promise<void> => {
    const agreed = await confirm({
      title: t('messages.recall.title'),
      text: t('messages.recall.text'),
      yes: t('messages.recall'),
      no: t('messages.recall.back'),
      danger: true,
    });
    if (!agreed) return;
    try {
      const { unread, read, mailsLeft } = await call('POST /api/auth/messages/{id}/recall', { id });
      // Because there are three.
      const [gone, seen, mails] = [unread, read, mailsLeft].map((n) => formatNumber(language, n)) as [string, string, string];
      toast.success(t('messages.recalled'), { text: t('messages.recalled.text', { unread: gone, read: seen, mails }) });
    } catch (error) {
      toastError(error);
    }
    void refreshMessages(client);
  };
}

type Props = { id: string; opened: boolean; onClose: () => void };

/** A sent message: its texts, how far it got, and *Recall* while that is possible. */
export function MessageView({ id, opened, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <RecordDrawer opened={opened} title={t('messages.title')} onClose={onClose}>
      <Sent id={id} onClose={onClose} />
    </RecordDrawer>
  );
}

function Sent({ id, onClose }: Omit<Props, 'opened'>) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const recall = useRecall();
  const { data } = useSuspenseQuery(messageQuery(id));
  const facts: [string, string | number][] = [
    [t('messages.column.audience'), audienceWords(data, t, language)],
    [t('messages.column.sender'), data.sender ?? '–'],
    [t('messages.column.sent'), formatDateTime(language, new Date(data.sentAt), zone)],
    [t('messages.detail.told'), formatNumber(language, data.told)],
    [t('messages.detail.read'), formatNumber(language, data.read)],
    // A recall removes it wherever it is unread.
    ...(data.state === 'recalled'
      ? [[t('messages.detail.removed'), formatNumber(language, data.told - data.read)] as [string, string]]
      : []),
    [t('messages.detail.mails'), formatNumber(language, data.mailsSent)],
    ...(data.mailsWaiting > 0 ? [[t('messages.detail.waiting'), formatNumber(language, data.mailsWaiting)] as [string, string]] : []),
  ];
  return (
    <DrawerForm
      title={getSubject(data.subjects, language)}
      dirty={false}
      readOnly
      aside={
        data.recallUntil && (
          <span className="message-recall">
            <Button kind="danger" onClick={() => void recall(data)}>
              {t('messages.recall')}
            </Button>
            <span className="small muted">
              {t('messages.recall.until', { at: formatTime(language, new Date(data.recallUntil), zone) })}
            </span>
          </span>
        )
      }
      onSubmit={() => undefined}
      onClose={onClose}
    >
      <div className="message-parts">
        <Badge tone={stateTones[data.state]}>{t(`messages.state.${data.state}`)}</Badge>
        <dl className="message-facts">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt className="small muted">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {languages.map((each) => {
          const words = data.texts[each];
          return (
            words && (
              <section key={each} className="message-card" lang={each} aria-label={languageNames[each]}>
                <p className="small muted">{languageNames[each]}</p>
                <p className="message-subject">{words.subject}</p>
                <MessageText written={words} title={words.subject} />
              </section>
            )
          );
        })}
      </div>
    </DrawerForm>
  );
}
