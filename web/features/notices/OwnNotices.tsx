import { useSuspenseQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../../domain/format/date.ts';
import type { ShownNotice } from '../../../domain/notices/shown.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { useTranslation } from '../../i18n.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconAlertTriangle, IconExclamationCircle, IconInfoCircle } from '../../ui/icons.ts';
import { RichText } from '../../ui/RichText.tsx';
import { ownNoticesQuery } from './queries.ts';
import { tones } from './tones.ts';

const icons = { info: IconInfoCircle, warning: IconAlertTriangle, error: IconExclamationCircle } as const;

/** The inbox's view of notices: all that are shown to the user now, also those dismissed or acknowledged. */
export function OwnNotices() {
  const { t } = useTranslation();
  const { data } = useSuspenseQuery(ownNoticesQuery);
  if (data.items.length === 0) return <EmptyState title={t('notices.own.empty')} seed="inbox" />;
  return (
    <ul className="inbox-list plain-list">
      {data.items.map((notice) => (
        <Row key={notice.id} notice={notice} />
      ))}
    </ul>
  );
}

function Row({ notice }: { notice: ShownNotice }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const moment = (at: string) => formatDateTime(language, new Date(at), zone);
  const Glyph = icons[notice.severity];
  const done = notice.acknowledgedAt
    ? t('notices.own.acknowledged', { at: moment(notice.acknowledgedAt) })
    : notice.dismissedAt && t('notices.own.dismissed', { at: moment(notice.dismissedAt) });
  return (
    <li className={done ? 'inbox-row' : 'inbox-row inbox-unread'} data-id={notice.id}>
      <span className={`inbox-icon inbox-notice-${tones[notice.severity]}`} aria-hidden="true">
        <Glyph size={18} stroke={1.8} />
      </span>
      <div className="inbox-words">
        <p className="inbox-name">{notice.title}</p>
        <RichText text={notice.body} className="muted" />
        {done && <p className="muted small">{done}</p>}
      </div>
      <div className="inbox-side">
        <time className="small muted num" dateTime={notice.startsAt}>
          {moment(notice.startsAt)}
        </time>
      </div>
    </li>
  );
}
