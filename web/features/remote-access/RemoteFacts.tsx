import { formatDateTime, formatTime } from '../../../domain/format/date.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { type TextKey, useTranslation } from '../../i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { lengthInWords } from './lengths.ts';
import type { OneRemote } from './queries.ts';
import { remoteTones } from './remote-tones.ts';

/** The families of audit actions that have their own text; anything else is described as a change. */
const families = [
  'report',
  'favorite',
  'view',
  'comment',
  'catalog',
  'export',
  'playlist',
  'notification',
  'settings',
  'user',
  'group',
] as const;
const getFamily = (what: string) => families.find((family) => what.startsWith(family)) ?? 'other';

/** Visitor, reason, scope and duration, and after the visit what was opened and changed. */
export function RemoteFacts({ request }: { request: OneRemote }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const moment = (at: string) => formatDateTime(language, new Date(at), zone);
  const lines: [TextKey, React.ReactNode][] = [
    ['remote.column.asker', request.asker.from ? `${request.asker.name} · ${request.asker.from}` : request.asker.name],
    ['remote.column.person', request.person?.name ?? t('remote.unitItself')],
    ['remote.reason', request.reason || t('remote.reason.none')],
    ...(request.ticket ? [['remote.ticket', request.ticket] as [TextKey, string]] : []),
    ['remote.reach', `${t(`remote.reach.${request.reach}`)} · ${lengthInWords(t, request.minutes)}`],
    ['remote.column.asked', moment(request.askedAt)],
    // Leave out what has not happened.
    ...(request.startedAt ? [['remote.column.started', moment(request.startedAt)] as [TextKey, string]] : []),
    ...(request.endedAt ? [['remote.column.ended', moment(request.endedAt)] as [TextKey, string]] : []),
    ...(request.endedBy ? [['remote.column.endedBy', t(`remote.by.${request.endedBy}`)] as [TextKey, string]] : []),
    ...(request.refusal ? [['remote.column.refusal', request.refusal] as [TextKey, string]] : []),
  ];
  return (
    <>
      <p>
        <Badge tone={remoteTones[request.state]}>{t(`remote.state.${request.state}`)}</Badge>
      </p>
      <dl className="remote-facts">
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt>{t(label)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {request.startedAt && (
        <>
          <h3 className="remote-heading">{t('remote.opened', { count: request.opened.length })}</h3>
          {request.opened.length === 0 ? (
            <p className="small muted">{t('remote.opened.none')}</p>
          ) : (
            <ol className="remote-log plain-list">
              {request.opened.map(({ at, path, title }) => (
                <li key={at + path}>
                  <span className="num muted">{formatTime(language, new Date(at), zone)}</span> {title}
                </li>
              ))}
            </ol>
          )}
          <h3 className="remote-heading">{t('remote.changed', { count: request.changed.length })}</h3>
          {request.changed.length === 0 ? (
            <p className="small muted">{t('remote.changed.none')}</p>
          ) : (
            <ol className="remote-log plain-list">
              {request.changed.map(({ at, what, name }) => (
                <li key={at + what}>
                  <span className="num muted">{formatTime(language, new Date(at), zone)}</span> {t(`remote.what.${getFamily(what)}`)}
                  {name && <>: {name}</>}
                </li>
              ))}
            </ol>
          )}
        </>
      )}
    </>
  );
}
